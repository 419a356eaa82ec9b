// A sum of growing numbers leaves its type after some ten thousand rounds.
// expect: false(no-overflow)
// property: no-overflow
// data-model: both
int main(void) {
    int sum = 0, by = 6;
    for (;;) {
        sum = sum + by; //! violated
        by = by + 6;
    }
}
