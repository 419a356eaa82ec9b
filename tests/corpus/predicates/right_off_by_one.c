// A loop that looks at pairs of neighbours stops one earlier.
// expect: true
// property: unreach-call
// Why: i + 1 < size is tested, and i + 1 does not wrap since i < size.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    for (int i = 0; i + 1 < size; i++)
        if (i < 0 || i >= size || i + 1 >= size)
            reach_error();
    return 0;
}
