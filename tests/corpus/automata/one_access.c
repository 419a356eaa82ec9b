// An operation makes at most one memory access.
// expect: true
// data-model: both
struct pair { int a, b; struct pair *next; };
void f(struct pair *p, struct pair *q, int **pp, int i) {
    *p = *q;
    p->a = q->b + q->next->a;
    **pp = (*pp)[i];
    p->next->next->b += *pp[1];
}
