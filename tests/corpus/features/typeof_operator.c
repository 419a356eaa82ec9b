// The typeof operator names the type of an expression without evaluating it.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static short f(void) { calls++; return 1; }

int main(void) {
    int i = 0;
    __typeof__(i++) j = 5;
    check(i == 0 && j == 5);
    typeof(f()) s = 70000;
    check(sizeof s == 2 && s == 4464 && calls == 0);
    int a[3] = {1, 2, 3};
    typeof(a) b = {4, 5, 6};                 // an array, not a pointer
    check(sizeof b == 12 && b[2] == 6);
    typeof(a[0]) *p = b;
    check(p[1] == 5);
    typeof(int *) q = a, r = b;              // both are pointers
    check(*q + *r == 5);
    typeof(typeof(char *)[4]) words;
    check(sizeof words == 4 * sizeof(char *));
    __typeof(f) *fp = f;
    check(fp() == 1);
    const int c = 3;
    typeof(c + 0) d = 4;                     // the sum is not const
    d++;
    check(d == 5);
    struct { int x; } anon = {7};
    typeof(anon) copy = anon;
    check(copy.x == 7);
    unsigned char uc = 1;
    check(sizeof(typeof(uc + uc)) == 4 && sizeof(typeof(uc)) == 1);
    return 0;
}
