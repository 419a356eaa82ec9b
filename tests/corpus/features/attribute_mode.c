// The mode attribute sets the width of an integer.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef int byte_int __attribute__((mode(QI)));
typedef unsigned int half __attribute__((__mode__(__HI__)));
typedef int word __attribute__((mode(SI)));
typedef unsigned dword __attribute__((mode(DI)));
typedef int pointer_sized __attribute__((mode(__pointer__)));
typedef float dbl __attribute__((mode(DF)));

int main(void) {
    check(sizeof(byte_int) == 1 && (byte_int)200 == -56);
    check(sizeof(half) == 2 && (half)-1 == 65535);
    check(sizeof(word) == 4);
    check(sizeof(dword) == 8 && (dword)-1 == 18446744073709551615ull);
    check(sizeof(pointer_sized) == sizeof(void *));
    check(sizeof(dbl) == 8);
    return 0;
}
