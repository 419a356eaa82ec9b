// A generic selection none of whose associations fits.
// expect: reject
int f(double d) {
    return _Generic(d, int: 1, float: 2);  //~ error: association
}
int g(const char *s) {
    return _Generic(s, char *: 1);  //~ error: association
}
