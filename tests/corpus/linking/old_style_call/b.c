int add(a, b) char a; short b; { return a + b; }
double half(x) float x; { return x / 2; }
int first_char(s) char *s; { return *s; }
int never_declared(a, b) int a, b; { return a * b; }
