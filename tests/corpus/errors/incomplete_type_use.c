// Uses of an incomplete type that need its size or members.
// expect: reject
struct s;
int f(struct s *p, int (*a)[]) {
    int n = sizeof(struct s);  //~ error: incomplete
    n += p->x;  //~ error: incomplete
    n += sizeof *a;  //~ error: incomplete
    p++;  //~ error: incomplete
    return n;
}
int g(struct s by_value) {  //~ error: incomplete
    return 0;
}
