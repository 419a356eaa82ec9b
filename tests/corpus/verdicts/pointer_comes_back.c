// A pointer leaves its block and comes back: it leads where it did before.
// expect: false(unreach-call)
// property: unreach-call
// options: --malloc succeeds
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *only = malloc(sizeof(struct node));
    unsigned i = __VERIFIER_nondet_int();
    if (i > 1) return 0;
    struct node *beyond = only + i;
    only->next = only;
    if (beyond != only) {
        struct node *back = beyond - i;
        back->next = 0;
        if (only->next == 0)
            reach_error(); //! violated
    }
    return 0;
}
