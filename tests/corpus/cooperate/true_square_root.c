// HECTOR's T1 (thesis, Figs. 3.1 and 4.2): the integer square root of any natural number.
// expect: true
// beside: predicates:trivectors+signs
// overflow: error
// Why: that n is not negative, signs know; that x * x <= n stays so, predicates do.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int choose_natural(void)
{
    int n = 0, one = 1;
    while (__VERIFIER_nondet_int())
        n = n + one;
    return n;
}
static int square_root(int n)
{
    int x = 0, one = 1;
    while ((x + 1) * (x + 1) <= n)
        x = x + one;
    if (!(x * x <= n && n < (x + 1) * (x + 1)))
        reach_error();
    return x;
}
int main(void)
{
    int x = choose_natural();
    return square_root(x);
}
