// Case labels that are no integer constants.
// expect: reject
int f(int x, int y) {
    const char *s = "a";
    switch (x) {
    case y: return 1;  //~ error: constant
    case 1.5: return 2;  //~ error: constant
    }
    return s[0];
}
