// A number is bounded after another one was computed from it.
// expect: true
// product: symbolic+intervals
// Why: symbolic keeps y == x + 1, intervals learn that x is at most 5 only then.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    if (x < 0 || x > 5)
        return 0;
    if (y < 1 || y > 6)
        reach_error();
    return 0;
}
