// The result of a copy is the pointer from before the copy, which overwrites it.
// expect: true
// property: unreach-call
// data-model: both
// Why: `q` is what `p` was, and that is not null.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
extern void reach_error(void);

int main(void) {
    void *p = &p, *n = 0;
    void *q = memcpy(p, &n, sizeof n);
    if (q == 0)
        reach_error();
    return 0;
}
