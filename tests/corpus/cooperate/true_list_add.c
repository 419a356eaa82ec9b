// HECTOR's T6 and T7: an element of a table, found by its index, becomes the last of a list.
// expect: true
// property: assert
// options: --malloc succeeds
// Why: an element that is not shown is in no list, and its link is null.
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

/*@ requires \allocated(found);
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
        if (i < n) {
            struct node *e = table + i;
            if (e->shown == 0) {
                e->shown = 1;
                list_add(l, e);
            }
        }
    }
    return 0;
}
