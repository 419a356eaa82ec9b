// Two bodies for one function.
// expect: reject
int f(void) { return 1; }
int g(void) { return 3; }
int f(void) { return 2; }  //~ error: redefinition
