// A multiple of eight below sixteen that is not zero is eight.
// expect: true
// product: bits+intervals+consistency
// Why: bits know the lowest three, intervals the range.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint() & ~7u;
    if (x < 1 || x > 15)
        return 0;
    if (x != 8)
        reach_error();
    return 0;
}
