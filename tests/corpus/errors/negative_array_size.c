// Array sizes that are negative or not integers.
// expect: reject
int a[-1];  //~ error: negative
char b[sizeof(int) == 4 ? -1 : 1];  //~ error: negative
int c[2.5];  //~ error: integer
int f(void) {
    int d[3 - 5];  //~ error: negative
    return sizeof d;
}
