// _Static_assert may stand at file scope, in a struct and among statements.
// expect: true
// data-model: both
_Static_assert(sizeof(int) == 4, "int has four bytes");
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s {
    int a;
    _Static_assert(sizeof(int) > sizeof(char), "inside a struct");
    int b;
};
enum { N = 5 };
_Static_assert(N * 2 == 10 && (N > 3 ? 1 : 0), "an " "enum " "constant");

int main(void) {
    _Static_assert(sizeof(struct s) == 8, "no member for the assertion");
    check(sizeof(struct s) == 8);
    for (int i = 0; i < 1; i++) {
        _Static_assert(1, "in a loop");
        check(i == 0);
    }
    _Static_assert(__builtin_offsetof(struct s, b) == 4, "offset");
    _Static_assert((unsigned char)-1 == 255, "cast");
    return 0;
}
