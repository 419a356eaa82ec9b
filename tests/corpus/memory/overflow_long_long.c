// A 64-bit addition passes LLONG_MAX.
// run: signed-overflow
// data-model: both
int main(void) {
    long long a = 1, b = 1;
    for (int i = 2; i < 100; i++) {
        long long c = a + b; //! signed-overflow
        a = b;
        b = c;
    }
    return (int)b;
}
