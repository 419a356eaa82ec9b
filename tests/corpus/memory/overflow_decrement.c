// -- of LLONG_MIN.
// run: signed-overflow
// data-model: both
int main(void) {
    long long n = -9223372036854775807LL;
    int rounds = 0;
    while (n < 0) {
        --n; //! signed-overflow
        rounds++;
    }
    return rounds;
}
