// A sum is bounded by the number of rounds.
// expect: true
// property: no-overflow
// Why: total <= 3 * i < 3 * n <= 3000 and total >= 0.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), total = 0;
    if (n > 1000)
        return 0;
    for (int i = 0; i < n; i++) {
        total += 2;
        if (__VERIFIER_nondet_int())
            total++;
    }
    return total == 1;
}
