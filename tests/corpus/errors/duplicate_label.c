// A label defined twice in one function.
// expect: reject
int f(int x) {
again:
    x--;
    if (x) goto again;
again:  //~ error: label
    return x;
}
int g(void) { again: return 0; }
