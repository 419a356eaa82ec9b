// Two living blocks from one line are apart.
// expect: true
// property: unreach-call
// data-model: both
// Why: old is not freed, so the new block is another one.
extern void free(void *);
extern void *malloc(__SIZE_TYPE__);
extern void reach_error(void);

static int *make(int value) {
    int *p = malloc(sizeof *p);
    if (p)
        *p = value;
    return p;
}

int main(void) {
    int *old = make(1);
    while (old) {
        int *p = make(2);
        if (*old != 1 || (p && (p == old || *p != 2)))
            reach_error();
        free(old);
        if (p)
            *p = 1;
        old = p;
    }
    return 0;
}
