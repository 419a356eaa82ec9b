// nextafter: the next number in a direction, over zero, powers of two and to infinity.
#include <assert.h>
#include <errno.h>

double nextafter(double x, double y);
float nextafterf(float x, float y);

int main(void)
{
    volatile double one = 1, zero = 0, most = 0x1.fffffffffffffp1023, two = 2;
    assert(nextafter(one, two) == 1 + 0x1p-52);
    assert(nextafter(one, zero) == 1 - 0x1p-53);
    assert(nextafter(-one, zero) == -(1 - 0x1p-53));
    assert(nextafter(one, one) == 1);
    assert(nextafter(zero, one) == 0x1p-1074);
    assert(nextafter(zero, -one) == -0x1p-1074);
    errno = 0;
    assert(nextafter(most, two * most) - most > 0);
    assert(errno == ERANGE);
    volatile float half = 0.5f;
    assert(nextafterf(half, 1.0f) == 0.5f + 0x1p-24f);
    assert(nextafterf(half, 0.0f) == 0.5f - 0x1p-25f);
    return 0;
}
