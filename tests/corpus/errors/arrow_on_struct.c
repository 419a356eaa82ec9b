// The arrow needs a pointer and the dot a struct.
// expect: reject
struct s { int a; };
int f(struct s x, struct s *p) {
    x->a = 1;  //~ error: ->
    return p.a;  //~ error: ->
}
