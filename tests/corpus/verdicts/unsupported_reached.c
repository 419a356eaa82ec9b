// What inline assembly computes is not known: a violation behind it is not shown.
// expect: unknown(unsupported)
// property: unreach-call
extern void reach_error(void);
int main(void) {
    int x = 1;
    __asm__ volatile("incl %0" : "+r"(x));
    if (x == 2)
        reach_error();
    return 0;
}
