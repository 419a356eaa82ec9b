// 64-bit signed division truncates towards zero in all four sign cases.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    long long big = 9000000000000000007LL;
    long long d[] = {3, -3, 1000000007LL, -4294967296LL};
    long long q[] = {3000000000000000002LL, -3000000000000000002LL, 8999999937LL, -2095475792LL};
    for (int i = 0; i < 4; i++) {
        check(big / d[i] == q[i]);
        check(-big / d[i] == -q[i]);
        check(big % d[i] == big - q[i] * d[i]);
        check(-big % d[i] == -(big % d[i]));
    }
    long long min = -9223372036854775807LL - 1;
    check(min / 2 == -4611686018427387904LL && min % 10 == -8);
    check(min / min == 1 && min % 2 == 0 && (min + 1) / -1 == 9223372036854775807LL);
    return 0;
}
