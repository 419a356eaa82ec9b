// A pointer is checked after it was copied.
// expect: true
// product: symbolic+refs
// Why: symbolic keeps q == p, refs learn that p is not null.
extern void *malloc(unsigned long);
extern void reach_error(void);
int main(void)
{
    int *p = malloc(sizeof *p);
    int *q = p;
    if (!p)
        return 0;
    if (!q)
        reach_error();
    return 0;
}
