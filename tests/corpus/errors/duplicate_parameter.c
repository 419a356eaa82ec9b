// Two parameters of one name.
// expect: reject
int f(int a, int a) {  //~ error: redefinition
    return a;
}
