// ++ of INT_MAX.
// run: signed-overflow
// data-model: both
int main(void) {
    int n = 2147483640;
    int rounds = 0;
    while (n > 0) {
        n++; //! signed-overflow
        rounds++;
    }
    return rounds;
}
