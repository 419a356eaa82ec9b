// As true_recursion_counts.c, but one path returns a negative number.
// expect: false(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int f(int n)
{
    if (n <= 0)
        return n;
    int t = f(n - 2);
    if (t < 0)
        reach_error(); //! violated
    return t + 1;
}
int main(void)
{
    return f(__VERIFIER_nondet_int());
}
