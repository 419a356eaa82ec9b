// Jumps past the declaration of a variable-length array.
// expect: reject
int f(int n) {
    goto in;  //~ error: scope
    {
        int a[n];
    in:
        a[0] = 1;
    }
    return n;
}
int g(int n) {
    switch (n) {
        int b[n];
    case 1:  //~ error: scope
        return b[0];
    }
    return 0;
}
