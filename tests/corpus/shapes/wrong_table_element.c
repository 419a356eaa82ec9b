// As true_table_element.c, but another element is linked, which may be the same.
// expect: false(unreach-call)
// property: unreach-call
// options: --malloc succeeds
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node { struct node *next; int mark; };

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    unsigned i = __VERIFIER_nondet_int();
    struct node *table = malloc(n * sizeof(struct node));
    struct node *l = malloc(sizeof(struct node));
    l->next = 0;
    if (i < n) {
        struct node *e = table + i;
        e->next = 0;
        l->next = e;
        unsigned j = __VERIFIER_nondet_int();
        if (j < n)
            table[j].next = l;
        if (l->next->next != 0)
            reach_error(); //! violated
    }
    return 0;
}
