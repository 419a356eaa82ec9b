// Independent errors in one file are all reported.
// expect: reject
struct point { int x, y; };
int first(struct point p) {
    return p.z;  //~ error: no member
}
int second(int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];  //~ error: undeclared
    return total;
}
int third(void) {
    int result = first(1, 2);  //~ error: too many arguments
    return result;
}
int fourth(void) {
    return second(3);
}
int fourth(void) {  //~ error: redefinition
    return second(4);
}
