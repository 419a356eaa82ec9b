// Statements without their semicolon.
// expect: reject
int f(int x) {
    int y;
    y = x y = 2;  //~ error: expected ';'
    return y }  //~ error: expected ';'

int g(void) { return f(1); }
