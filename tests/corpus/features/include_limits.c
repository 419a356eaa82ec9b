// limits.h gives the ranges of the integer types.
// expect: true
// data-model: both
#include <limits.h>
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(CHAR_BIT == 8 && CHAR_MIN == -128 && UCHAR_MAX == 255);
    check(SHRT_MAX == 32767 && USHRT_MAX == 65535);
    check(INT_MAX == 2147483647 && INT_MIN == -INT_MAX - 1);
    check(UINT_MAX == 4294967295u && UINT_MAX + 1 == 0);
    check(LLONG_MAX == 9223372036854775807LL && LLONG_MIN < 0);
    check(LONG_MAX == (long)(~0ul >> 1));
#if LONG_MAX > INT_MAX
    check(sizeof(long) == 8);
#else
    check(sizeof(long) == 4);
#endif
    return 0;
}
