// An element of a table of any length is linked to a node, and leads on to nothing.
// expect: true
// property: unreach-call
// options: --malloc succeeds
// lazy-shapes: true
// Why: the link of the element was set to null before, and nothing else is written.
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
        if (l->next->next != 0)
            reach_error();
    }
    return 0;
}
