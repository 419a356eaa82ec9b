// Storage classes that do not go together or do not fit.
// expect: reject
static extern int a;  //~ error: storage class
typedef static int b;  //~ error: storage class
int f(static int p);  //~ error: storage class
struct s { static int m; };  //~ error: static
auto int c;  //~ error: auto
int g(void) {
    static register int r;  //~ error: storage class
    return 0;
}
