// HECTOR's T11: a recursive function returns no negative number.
// expect: true
// proved-by: signs
// overflow: error
// Why: the summary of f has zero and positive results only.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int f(int n)
{
    if (n <= 0)
        return 0;
    int t = f(n - 1);
    if (t < 0)
        reach_error();
    return t + 1;
}
int main(void)
{
    return f(__VERIFIER_nondet_int());
}
