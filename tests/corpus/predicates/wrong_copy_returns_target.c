// The result of a copy is the pointer from before the copy, which overwrites it.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: `q` is what `p` was; only `p` is null afterwards.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
extern void reach_error(void);

static long i = 2;

int main(void) {
    void *p = &p, *n = 0;
    void *q = memcpy(p, &n, sizeof n);
    char *b = (char *)&i;
    char *r = memset(b + (i - 2), 0, sizeof i);
    if (q == (void *)&p && r == b)
        reach_error(); //! violated
    return 0;
}
