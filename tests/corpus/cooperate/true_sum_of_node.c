// What lies in the nodes of a list is added to numbers.
// expect: true
// product: heaps+intervals
// Why: heaps know that every node has a 1, intervals what sums are.
extern void *malloc(unsigned long);
extern void exit(int);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int data;
};
int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->data = 1;
        t->next = list;
        list = t;
    }
    for (struct node *p = list; p; p = p->next) {
        int sum = 10 + p->data;
        if (sum > 11)
            reach_error();
        if (p->data == 2)
            reach_error();
    }
    return 0;
}
