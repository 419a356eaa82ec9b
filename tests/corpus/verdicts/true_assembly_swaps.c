// Empty templates write their outputs at once, and what is in memory stays there.
// expect: true
// property: unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int was_a = a, was_b = b, kept = a;
    __asm__("" : "=r"(a), "=r"(b) : "0"(b), "1"(a));
    __asm__ volatile("" : "=m"(kept) : "m"(kept));
    if (a != was_b || b != was_a || kept != was_a)
        reach_error();
    return 0;
}
