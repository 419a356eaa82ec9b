// _Alignas raises the alignment of an object or member; _Alignof reports it.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { char c; _Alignas(16) char d; };
struct t { _Alignas(int) char c; char d; };
static _Alignas(64) char buffer[5];

int main(void) {
    check(_Alignof(char) == 1 && _Alignof(short) == 2 && _Alignof(int) == 4);
    check(_Alignof(int[7]) == 4);
    check(_Alignof(struct s) == 16 && sizeof(struct s) == 32);
    check(__builtin_offsetof(struct s, d) == 16);
    check(sizeof(struct t) == 4);
    check((unsigned long)buffer % 64 == 0 && sizeof buffer == 5);
    _Alignas(8) _Alignas(0) char local;
    check((unsigned long)&local % 8 == 0);
    check(__alignof__(buffer) == 64);            // GNU: of an object
    struct { char c; int i; } x;
    check(__alignof__(x.i) == 4 && __alignof__(x) == 4);
    return 0;
}
