// The file ends inside a struct.
// expect: reject
struct s {
    int a;
    int b;  //~ error: expected
