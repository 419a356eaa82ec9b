// The overflow builtins store the wrapped result and report the overflow.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int i = 0;
    unsigned u = 0;
    unsigned char c = 0;
    long long l = 0;
    check(!__builtin_add_overflow(1, 2, &i) && i == 3);
    check(__builtin_add_overflow(2147483647, 1, &i) && i == -2147483647 - 1);
    check(__builtin_sub_overflow(0u, 1u, &u) && u == 4294967295u);
    check(__builtin_mul_overflow(65536, 65536, &i) && i == 0);
    check(!__builtin_mul_overflow(65536, 65536, &l) && l == 4294967296LL);   // exact first
    check(__builtin_add_overflow(200, 100, &c) && c == 44);
    check(!__builtin_add_overflow(-1, 256, &c) && c == 255);
    check(__builtin_add_overflow(-1, 0u, &u) && u == 4294967295u);           // -1 does not fit
    check(!__builtin_add_overflow(-1, 1u, &u) && u == 0);
    check(__builtin_sadd_overflow(-2147483647, -2, &i) && i == 2147483647);
    check(__builtin_umul_overflow(3000000000u, 2, &u) && u == 1705032704u);
    check(!__builtin_ssub_overflow(5, 7, &i) && i == -2);
    check(__builtin_smulll_overflow(4611686018427387904LL, 2, &l) && l < 0);
    return 0;
}
