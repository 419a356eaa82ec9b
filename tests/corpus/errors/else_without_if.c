// An else that belongs to no if.
// expect: reject
int f(int x) {
    if (x) x = 1; x = 2;
    else x = 3;  //~ error: else
    return x;
}
int g(int x) {
    else return 1;  //~ error: else
    return x;
}
