// A weak function that nobody defines is null: the structure is never made.
// expect: false(unreach-call)
// property: unreach-call
extern void reach_error(void);
extern void hook(void) __attribute__((weak));
extern void *malloc(unsigned long);
struct node { struct node *next; };

int main(void) {
    struct node *n = 0;
    if (hook) {
        n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->next = 0;
    }
    if (!n)
        reach_error(); //! violated
    return 0;
}
