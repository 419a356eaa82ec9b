// Absolute values of all but the least number.
// expect: true
// property: no-overflow
// Why: x > INT_MIN where it is negated.
extern int __VERIFIER_nondet_int(void);

static int absolute(int x) {
    return x < 0 ? -x : x;
}

int main(void) {
    int x = __VERIFIER_nondet_int(), least = -2147483647 - 1;
    while (x == least)
        x = __VERIFIER_nondet_int();
    int y = absolute(x);
    if (y > 0)
        y--;
    return y == 9;
}
