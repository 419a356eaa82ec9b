// As true_list_add.c, but the index may be one too large: that is no element.
// expect: false(assert)
// property: assert
// options: --malloc succeeds
// test-case: no
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int shown; };

/*@ requires \allocated(e);
    requires e != l;
    requires !\reach(l, e, next);
    requires e->next == \null;
    requires \reach(l, \null, next);
    ensures \forall struct node *x; \reach(l, x, next) <==> \old(\reach(l, x, next)) || x == e;
    ensures \reach(l, \null, next);
*/
static void list_add_sub(struct node *l, struct node *e)
{
    struct node *c = l;
    while (c->next != 0)
        c = c->next;
    c->next = e;
}

/*@ requires \allocated(found); //! violated
    ensures \forall struct node *x; \reach(l, x, next) <==> \old(\reach(l, x, next)) || x == found;
    ensures \reach(l, \null, next);
*/
static void list_add(struct node *l, struct node *found)
{
    struct node *e = found;
    list_add_sub(l, e);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    struct node *table = malloc(n * sizeof(struct node));
    struct node *l = malloc(sizeof(struct node));
    l->next = 0;
    for (unsigned k = 0; k < n; k++) {
        struct node *each = table + k;
        each->next = 0;
        each->shown = 0;
    }
    while (__VERIFIER_nondet_int()) {
        unsigned i = __VERIFIER_nondet_int();
        if (i <= n) {
            struct node *e = table + i;
            list_add(l, e);
        }
    }
    return 0;
}
