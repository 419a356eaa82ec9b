// The switch operand must be an integer.
// expect: reject
int f(double d, int *p) {
    switch (d) { case 1: return 1; }  //~ error: integer
    switch (p) { default: return 2; }  //~ error: integer
    return 0;
}
