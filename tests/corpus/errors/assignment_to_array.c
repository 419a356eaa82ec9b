// An array as a whole is not assignable.
// expect: reject
int f(void) {
    int a[2] = {1, 2}, b[2];
    b = a;  //~ error: array
    char s[4];
    s = "abc";  //~ error: array
    return b[0] + s[0];
}
