// Objects of complex type can be declared, passed and copied.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static _Complex double a;
static float _Complex b;
static double __complex__ c[3];
struct s { int tag; _Complex float z; };

static _Complex double pass(_Complex double x, int *n) { ++*n; return x; }

int main(void) {
    int n = 0;
    _Complex double local = a;
    local = pass(pass(local, &n), &n);
    c[1] = local;
    _Complex double *p = &c[1];
    a = *p;
    struct s s = {5, b}, t = s;
    check(n == 2 && t.tag == 5);
    check(sizeof a == 16 && sizeof b == 8 && sizeof c == 48);
    check(sizeof(_Complex long double) == 2 * sizeof(long double));
    check(sizeof(struct s) == 12 && _Alignof(float _Complex) == 4);
    return 0;
}
