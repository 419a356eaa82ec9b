// As true_sum_of_three.c, but a is changed in between.
// expect: false(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int x = a + b;
    a = a + 1;
    x = x + c;
    if (x != a + b + c)
        reach_error(); //! violated
    return 0;
}
