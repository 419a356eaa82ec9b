// Of the numbers from one to two only one is odd.
// expect: true
// product: parity+intervals+consistency
// Why: parity knows that x is odd, intervals that it lies in [1, 2]; only 1 is both.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = 2 * __VERIFIER_nondet_uint() + 1;
    if (x < 1 || x > 2)
        return 0;
    if (x != 1)
        reach_error();
    return 0;
}
