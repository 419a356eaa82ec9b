// A 64-bit division whose divisor becomes zero.
// run: division-by-zero
// data-model: both
int main(void) {
    long long n = 1000000000000LL;
    long long d = 3;
    while (n > 0) {
        n = n / d; //! division-by-zero
        d--;
    }
    return (int)n;
}
