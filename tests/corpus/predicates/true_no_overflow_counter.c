// A counter with a bound of any size does not overflow.
// expect: true
// property: no-overflow
// Why: i < n <= INT_MAX where i is raised.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n)
        i++;
    if (i > 0)
        i = -i;
    return i != 0;
}
