// A choice between addresses inside a mask: no way to split it helps.
// expect: unknown(unsupported)
// property: unreach-call
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);

static int a, b;

int main(void) {
    int *table[2] = {&a, &b};
    unsigned long x = (unsigned long)table[__VERIFIER_nondet_uchar() & 1];
    x = (x | 3) & ~3ul;
    *(int *)x = 1;
    if (a + b != 1)
        reach_error();
    return 0;
}
