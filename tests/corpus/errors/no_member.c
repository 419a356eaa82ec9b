// Members that the struct does not have.
// expect: reject
struct s { int a; };
int f(struct s x, struct s *p) {
    x.b = 1;  //~ error: no member
    return p->c;  //~ error: no member
}
