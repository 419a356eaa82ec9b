// An array without size or initialiser.
// expect: reject
int f(void) {
    int a[];  //~ error: array size
    return 0;
}
