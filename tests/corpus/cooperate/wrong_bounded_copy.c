// As true_bounded_later.c, but the sum may leave its type.
// expect: false(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    if (x < 0)
        return 0;
    if (y < 1)
        reach_error(); //! violated
    return 0;
}
