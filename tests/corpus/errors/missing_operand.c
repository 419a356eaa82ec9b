// Operators without an operand.
// expect: reject
int f(int x) {
    x = 3 + ;  //~ error: expected expression
    x = * ;  //~ error: expected expression
    x = (1, );  //~ error: expected expression
    x = x ? : ;  //~ error: expected expression
    return x / ;  //~ error: expected expression
}
