// goto to labels that do not exist in the function.
// expect: reject
int f(int x) {
    goto nowhere;  //~ error: label
    return x;
}
int g(void) {
here:
    return 1;
}
int h(int x) {
    if (x) goto here;  //~ error: label
    void *p = &&gone;  //~ error: label
    return p != 0;
}
