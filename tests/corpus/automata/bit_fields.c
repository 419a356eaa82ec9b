// The value of an assignment to a bit-field is what the field then holds.
// expect: true
// data-model: both
struct s { unsigned three : 3; int five : 5; };
int f(struct s *p, int v) {
    int x = (p->three = v);
    p->five++;
    return x + p->three-- + (p->five -= 2);
}
