// The remainder by zero.
// run: division-by-zero
// data-model: both
static unsigned gcd(unsigned a, unsigned b) {
    unsigned r;
    do {
        r = a % b; //! division-by-zero
        a = b;
        b = r;
    } while (a);
    return b;
}

int main(void) {
    return (int)gcd(48, 36);
}
