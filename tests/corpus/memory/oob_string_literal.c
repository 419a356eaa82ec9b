// A loop that looks for a missing character reads beyond a string literal's zero.
// run: out-of-bounds
// data-model: both
static int index_of(const char *s, char c) {
    int i = 0;
    while (s[i] != c) //! out-of-bounds
        i++;
    return i;
}

int main(void) {
    int i = index_of("abc", 'c');
    return i + index_of("abc", 'd');
}
