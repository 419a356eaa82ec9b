// Old-style parameter declarations that do not match the list.
// expect: reject
int f(a, b) int a; int c; {  //~ error: parameter
    return a;
}
int g(a) int a; int a; {  //~ error: redefinition
    return a;
}
