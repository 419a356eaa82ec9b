// The file ends inside an expression.
// expect: reject
int a = 3 +  //~ error: expected expression
