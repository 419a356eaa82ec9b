// Variable-length arrays where the size must be constant.
// expect: reject
int n = 3;
int a[n];  //~ error: file scope
int f(int m) {
    static int b[m];  //~ error: constant
    extern int c[m];  //~ error: variabl
    return b[0];
}
