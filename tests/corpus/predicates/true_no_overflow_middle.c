// The middle between two bounds that are not negative.
// expect: true
// property: no-overflow
// Why: 0 <= low <= high is kept, so high - low and what is made of it fit.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int low = 0, high = __VERIFIER_nondet_int();
    if (high < 0)
        return 0;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (__VERIFIER_nondet_int())
            low = middle + 1;
        else
            high = middle;
    }
    return low == 7;
}
