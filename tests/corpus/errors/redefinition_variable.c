// Two definitions of one variable in one scope.
// expect: reject
int x = 1;
int x = 2;  //~ error: redefinition
int f(int p) {
    int y = 1;
    int y = 2;  //~ error: redefinition
    int p;  //~ error: redefinition
    { int y = 3; }
    return y + p;
}
