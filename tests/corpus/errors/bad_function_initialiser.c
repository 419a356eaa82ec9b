// Declarations that cannot have an initialiser.
// expect: reject
int f(void) = 3;  //~ error: initiali
typedef int t = 4;  //~ error: initiali
int g(void) {
    extern int x = 5;  //~ error: initiali
    int n = 2;
    int v[n] = {1, 2};  //~ error: initiali
    return v[0];
}
