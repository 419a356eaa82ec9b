// A do statement without its while.
// expect: reject
int f(int x) {
    do x++; x = 2;  //~ error: while
    return x;
}
