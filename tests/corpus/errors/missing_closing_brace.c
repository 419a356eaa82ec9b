// The file ends inside a function.
// expect: reject
int f(int x) {
    if (x) {
        x++;
    return x;
}  //~ error: expected
