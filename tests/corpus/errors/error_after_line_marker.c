// Positions follow the line markers of preprocessed code.
// expect: reject
# 100 "other.c"
int f(void) {
    return 1;
}
# 8 "error_after_line_marker.c"
int g(void) {
    return missing;  //~ error: undeclared
}
