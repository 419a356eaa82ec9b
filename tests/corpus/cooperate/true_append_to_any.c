// HECTOR's T6: a list of any length, and an element that arithmetic leads to.
// expect: true
// property: assert
// options: --malloc succeeds --overflow error
// deep: quantified+shapes:all
// Why: the element has nothing behind it and is in no list before.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int shown; };
/*@ requires \allocated(l) && \allocated(e) && l != e;
    requires !\reach(l, e, next) && e->next == \null && \reach(l, \null, next);
    ensures \forall struct node *x; \allocated(x) <==> \old(\allocated(x));
    ensures \forall struct node *x; \reach(l, x, next) <==> \old(\reach(l, x, next)) || x == e;
    ensures \reach(l, \null, next);
*/
static void list_add(struct node *l, struct node *e)
{
    struct node *c = l;
    while (c->next != 0)
        c = c->next;
    c->next = e;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (n < 1 || i < 0 || i >= n) return 0;
    struct node *table = malloc(n * sizeof *table);
    //@ assert \forall int k; 0 <= k && k < n ==> \allocated(table + k);
    struct node *l = malloc(sizeof(struct node));
    l->next = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *f = malloc(sizeof(struct node));
        f->next = l->next;
        l->next = f;
    }
    struct node *e = table + i;
    e->next = 0;
    //@ assert !\reach(l, e, next);
    //@ assert \allocated(e);
    //@ assert e->next == \null;
    //@ assert l != e;
    list_add(l, e);
    //@ assert \reach(l, e, next);
    return 0;
}
