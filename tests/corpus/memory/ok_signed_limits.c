// Signed arithmetic that reaches the limits exactly.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int max = 2147483647, min = -max - 1, one = 1;
    check(max - one + one == max);
    check(min + max == -1 && max + min == -1);
    check(-max == min + one && -(min + one) == max);
    check(min / 1 == min && min % 2 == 0 && max / -1 == -max);
    check(46340 * (46339 + one) + 88047 == max);
    int n = max;
    n--;
    n++;
    check(n == max);
    n = min;
    n++;
    --n;
    check(n == min);
    long long lmax = 9223372036854775807LL, lmin = -lmax - 1;
    check(lmin + lmax == -1 && lmin / 1 == lmin);
    check((long long)max * max == 4611686014132420609LL);
    return 0;
}
