// HECTOR's T4: what two assignments leave is a sum of three.
// expect: true
// proved-by: symbolic
// Why: x == a + b, and then x == a + b + c.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int x = a + b;
    x = x + c;
    if (x != a + b + c)
        reach_error();
    return 0;
}
