// A sum that stops before it leaves the type.
// expect: true
// property: no-overflow
// Why: step <= INT_MAX - total is tested, and total is never negative.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = 0;
    while (__VERIFIER_nondet_int()) {
        int step = __VERIFIER_nondet_int();
        if (step < 0 || step > 2147483647 - total)
            break;
        total += step;
    }
    return total == 1;
}
