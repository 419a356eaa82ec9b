// A type name where a value is needed.
// expect: reject
typedef int number;
int f(int x) {
    x = number;  //~ error: expected expression
    x = number + 1;  //~ error: expected expression
    return x + int;  //~ error: expected expression
}
