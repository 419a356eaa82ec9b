// A generic selection with two compatible associations or two defaults.
// expect: reject
typedef int number;
int f(int x) {
    return _Generic(x, int: 1, number: 2);  //~ error: compatible
}
int g(int x) {
    return _Generic(x, default: 1, default: 2);  //~ error: default
}
