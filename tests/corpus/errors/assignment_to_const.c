// Changes of const objects.
// expect: reject
const int c = 1;
struct s { const int m; int n; };
int f(const int *p, struct s v, const struct s w) {
    c = 2;  //~ error: const
    *p = 3;  //~ error: const
    v.m = 4;  //~ error: const
    w.n = 5;  //~ error: const
    c++;  //~ error: const
    return c;
}
