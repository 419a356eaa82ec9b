// void must be the only parameter.
// expect: reject
int f(void, int);  //~ error: void
