// Two functions that call each other, without contracts.
// expect: true
// proved-by: signs
// overflow: error
// Why: both return numbers that are not negative if they are given none.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int odd(int n);
static int even(int n)
{
    if (n <= 0)
        return 0;
    return odd(n - 1) + 1;
}
static int odd(int n)
{
    int t = n > 0 ? even(n - 1) : 1;
    if (t < 0)
        reach_error();
    return t;
}
int main(void)
{
    return even(__VERIFIER_nondet_int());
}
