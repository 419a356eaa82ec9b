// HECTOR's example of signs and a prover (thesis, example 3.6.3).
// expect: true
// product: signs+consistency
// overflow: error
// Why: signs know that n is positive and x zero; (0 + 1) * (0 + 1) > n contradicts that.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    if (n <= 0 || x < 0 || x > 0)
        return 0;
    if ((x + 1) * (x + 1) > n)
        reach_error();
    return 0;
}
