// HECTOR's T3 (thesis, section 2.4): before a positive even number comes a positive odd one.
// expect: true
// product: signs+parity+symbolic+consistency
// overflow: error
// rounds: 1
// Why: x is positive and even, hence two at least, and y == x - 1.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = 2;
    while (__VERIFIER_nondet_int())
        x = x + 2;
    int y = x - 1;
    if (y <= 0)
        reach_error();
    return 0;
}
