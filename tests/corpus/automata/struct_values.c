// Structures as arguments, results and temporaries.
// expect: true
// data-model: both
struct big { int a[4]; };
struct big make(int);
int use(struct big b, int i) { return b.a[i]; }
int f(int c) {
    struct big x = make(1), y;
    y = c ? x : make(2);
    return use(y, 3) + make(4).a[c];
}
