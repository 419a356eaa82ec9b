// A compound assignment takes the remainder by a zero that was read from memory.
// run: division-by-zero
// data-model: both
static int sizes[4] = {7, 5, 3};

int main(void) {
    unsigned hash = 2166136261u;
    for (int i = 0; i < 4; i++) {
        hash *= 16777619u;
        hash %= (unsigned)sizes[i]; //! division-by-zero
    }
    return (int)hash;
}
