// __extension__ and the double-underscore keyword spellings change no meaning.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

__extension__ typedef long long wide;
__extension__ struct s { int a; __extension__ union { int b; char c; }; };
static __inline__ __const int five(void) { return 5; }
static __inline int *same(int *__restrict__ p, const int *__restrict q) { return *q ? p : 0; }

int main(void) {
    __volatile__ int v = 3;
    __signed__ char sc = -1;
    __signed int si = -2;
    wide w = __extension__ 4;
    struct s x = {1, {2}};
    int y = __extension__ ({ int t = 6; t + 1; });
    check(v == 3 && sc < 0 && si < 0 && w == 4 && sizeof(wide) == 8);
    check(x.b == 2 && x.c == 2 && y == 7);
    check(five() == 5 && *same(&y, &x.a) == 7);
    check(__alignof(int) == 4 && __alignof__(char) == 1);
    __typeof(y) z = __extension__ -y;
    check(z == -7);
    return 0;
}
