// Casts that no conversion allows.
// expect: reject
struct s { int a; };
typedef int array[2];
int f(struct s v, int n, int *p, double d) {
    n = (struct s)n;  //~ error: cast
    n = (int)v;  //~ error: cast
    d = (double)p;  //~ error: cast
    p = (int *)d;  //~ error: cast
    p = (array)p;  //~ error: cast
    return n;
}
