// A loop variable is gone after its loop.
// expect: reject
int f(void) {
    for (int i = 0; i < 3; i++) {
    }
    return i;  //~ error: undeclared
}
