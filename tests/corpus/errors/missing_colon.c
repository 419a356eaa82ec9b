// A conditional and labels without their colon.
// expect: reject
int f(int x) {
    x = x ? 1;  //~ error: expected
    switch (x) {
    case 1 return 2;  //~ error: expected
    }
    return x;
}
