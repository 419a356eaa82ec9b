// What one analysis says makes another one speak about what the branch does not mention.
// expect: true
// product: symbolic+intervals+consistency
// rounds: 1
// Why: 17 is the square of no number up to 100, though of one that is larger and wraps.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned x = 0;
    while (x < 100 && __VERIFIER_nondet_int())
        x = x + 1;
    unsigned y = x * x;
    if (y == 17)
        reach_error();
    return 0;
}
