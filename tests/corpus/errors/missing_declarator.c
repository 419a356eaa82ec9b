// Declarations that name nothing where a name is needed.
// expect: reject
int *;  //~ error: expected identifier
int f(void) {
    int , x;  //~ error: expected identifier
    int = 3;  //~ error: expected identifier
    return 0;
}
