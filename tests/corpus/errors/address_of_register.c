// The address of a register variable.
// expect: reject
int f(void) {
    register int r = 1;
    int *p = &r;  //~ error: register
    return *p;
}
