// Structs as operands of arithmetic and comparison.
// expect: reject
struct s { int a; };
int f(struct s x, struct s y) {
    int n = x + 1;  //~ error: invalid operand
    n = x == y;  //~ error: invalid operand
    n = x * 2;  //~ error: invalid operand
    return n;
}
