// && and || as conditions are branches; as values they are 0 or 1 in a temporary.
// expect: true
// data-model: both
int g(int);
int f(int a, int b, int *p) {
    if (a && (b || !g(a)))
        return 1;
    int v = p && *p > 3 || a;
    return v;
}
