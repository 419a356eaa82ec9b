// A for statement with only one semicolon.
// expect: reject
int f(int n) {
    int s = 0;
    for (int i = 0; i < n) s++;  //~ error: expected ';'
    return s;
}
