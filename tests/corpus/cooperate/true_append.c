// HECTOR's T6 for one element: where arithmetic leads, and what becomes of a list.
// expect: true
// property: assert
// options: --malloc succeeds --overflow error
// deep: quantified+shapes:all
// Why: the list has one element, and the element of the table none behind it.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int data; };

/*@ requires \allocated(l) && \allocated(e) && l != e && !\reach(l, e, next) && e->next == \null && \reach(l, \null, next);
    ensures \forall struct node *x; \allocated(x) <==> \old(\allocated(x));
    ensures \forall struct node *x; \reach(l, x, next) <==> \old(\reach(l, x, next)) || x == e;
    ensures \reach(l, \null, next); */
static void list_add_sub(struct node *l, struct node *e) {
    struct node *c = l;
    while (c->next != 0) c = c->next;
    c->next = e;
}

/*@ requires \allocated(explist) && \allocated(newelem) && explist != newelem && !\reach(explist, newelem, next) && newelem->next == \null && \reach(explist, \null, next);
    ensures \forall struct node *x; \allocated(x) <==> \old(\allocated(x));
    ensures \forall struct node *x; \reach(explist, x, next) <==> \old(\reach(explist, x, next)) || x == newelem;
    ensures \reach(explist, \null, next); */
static void list_add(struct node *explist, struct node *newelem) {
    list_add_sub(explist, newelem);
}

int main(void) {
    int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (n < 1 || i < 0 || i >= n) return 0;
    struct node *table = malloc(n * sizeof *table), *head = malloc(sizeof *head);
    //@ assert \forall int k; 0 <= k && k < n ==> \allocated(table + k);
    //@ assert \forall int k; 0 <= k && k < n ==> table + k != head;
    head->next = 0;
    struct node *e = table + i;
    e->next = 0;
    //@ assert \allocated(e);
    //@ assert e->next == \null;
    //@ assert head != e;
    //@ assert \allocated(head);
    //@ assert \reach(head, \null, next);
    //@ assert !\reach(head, e, next);
    list_add(head, e);
    //@ assert \reach(head, e, next);
    return 0;
}
