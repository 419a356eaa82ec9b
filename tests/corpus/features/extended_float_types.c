// The _FloatN types of newer headers have fixed sizes.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef _Float32 f32;
static _Float64 wide = 2.5;
static _Float64 twice(f32 x) { return x * 2; }

int main(void) {
    check(sizeof(_Float32) == 4 && sizeof(_Float64) == 8 && sizeof(_Float128) == 16);
    check(sizeof(_Float32x) == 8 && sizeof(_Float64x) == sizeof(long double));
    check(sizeof(__float128) == 16);
    check(wide == 2.5 && twice(1.25f) == 2.5);
    check(!__builtin_types_compatible_p(_Float32, float));
    f32 f = 1;
    f /= 4;
    check(f == 0.25f && (int)(wide * 2) == 5);
    return 0;
}
