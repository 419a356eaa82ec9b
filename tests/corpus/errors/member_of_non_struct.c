// Member access on a value that is no struct.
// expect: reject
int f(int x, int *p) {
    x.a = 1;  //~ error: member
    return p->b;  //~ error: member
}
