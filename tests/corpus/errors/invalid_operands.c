// Operand types that an operator does not take.
// expect: reject
int f(int *p, int *q, double d, int n) {
    n = d % 2;  //~ error: invalid operand
    n = 1 << d;  //~ error: invalid operand
    n = d & 1;  //~ error: invalid operand
    p = p + q;  //~ error: invalid operand
    p = p * 2;  //~ error: invalid operand
    n = n - p;  //~ error: invalid operand
    return n;
}
