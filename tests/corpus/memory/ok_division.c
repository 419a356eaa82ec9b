// Divisions whose divisor is never zero; a float may be divided by zero.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int s = 0;
    for (int d = -3; d <= 3; d++)
        if (d != 0)
            s += 100 / d + 100 % d;
    check(s == 2);
    int zero = 0;
    s = zero && 1 / zero;
    check(s == 0);
    check(0 / (zero + 1) == 0);
    s = zero ? 5 % zero : 7;
    check(s == 7);
    return 0;
}
