// The value of a void expression where a value is needed.
// expect: reject
void f(void);
int g(int x) {
    x = f();  //~ error: void
    int y = f();  //~ error: void
    x = f() + 1;  //~ error: void
    if (f()) x = 2;  //~ error: void
    return x + y;
}
