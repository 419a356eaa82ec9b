// The overflow predicates report overflow in the type of their last operand.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int table[__builtin_mul_overflow_p(65536, 65536, 0) ? 2 : 1];   // a constant

int main(void) {
    volatile int big = 2147483647;
    check(__builtin_add_overflow_p(big, 1, 0));
    check(!__builtin_add_overflow_p(big, 1, 0LL));
    check(!__builtin_add_overflow_p(big, 1, 0u));
    check(__builtin_sub_overflow_p(0, 1, 0u));
    check(!__builtin_sub_overflow_p(0, 1, 0));
    check(__builtin_mul_overflow_p(16, 16, (unsigned char)0));
    check(!__builtin_mul_overflow_p(17, 15, (unsigned char)0));
    check(sizeof table == 2 * sizeof(int));
    return 0;
}
