// HECTOR's T6 and T7: elements of a table, found by their index, are appended to a list, each once.
// expect: true
// property: assert
// options: --malloc succeeds --overflow error
// Why: what is shown is in the list, and what is not has no link.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int shown; };

/*@ requires \allocated(l) && \allocated(e) && l != e;
    requires !\reach(l, e, next) && e->next == \null && \reach(l, \null, next);
    requires \forall struct node *x; \reach(l, x, next) && x != \null ==> \allocated(x);
    ensures \forall struct node *x; \allocated(x) <==> \old(\allocated(x));
    ensures \forall struct node *x; \allocated(x) ==> x->shown == \old(x->shown);
    ensures \forall struct node *x; \allocated(x) && !\reach(l, x, next) ==> x->next == \old(x->next);
    ensures \forall struct node *x; \reach(l, x, next) <==> \old(\reach(l, x, next)) || x == e;
    ensures \forall struct node *x; \reach(l, x, next) && x != \null ==> \allocated(x);
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
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    struct node *table = malloc(n * sizeof(struct node));
    //@ assert \forall int k; 0 <= k && k < n ==> \allocated(table + k);
    struct node *l = malloc(sizeof(struct node));
    //@ assert \allocated(l);
    //@ assert \forall int k; 0 <= k && k < n ==> table + k != l;
    for (int i = 0; i < n; i++) {
        //@ assert \forall int k; 0 <= k && k < i ==> (table + k)->next == \null && (table + k)->shown == 0;
        struct node *each = table + i;
        each->next = 0;
        each->shown = 0;
        //@ assert (table + i)->next == \null && (table + i)->shown == 0;
    }
    l->next = 0;
    while (__VERIFIER_nondet_int()) {
        //@ assert \reach(l, \null, next);
        //@ assert \forall struct node *x; \reach(l, x, next) && x != \null ==> \allocated(x);
        //@ assert \forall int k; 0 <= k && k < n && (table + k)->shown == 0 ==> (table + k)->next == \null;
        //@ assert \forall int k; 0 <= k && k < n && (table + k)->shown == 0 ==> !\reach(l, table + k, next);
        int i = __VERIFIER_nondet_int();
        if (i >= 0 && i < n) {
            struct node *e = table + i;
            if (e->shown == 0) {
                //@ assert !\reach(l, e, next) && e->next == \null;
                e->shown = 1;
                list_add(l, e);
            }
        }
    }
    return 0;
}
