// memcpy reads more bytes than its source has.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);

int main(void) {
    int from[4] = {1, 2, 3, 4};
    int to[8] = {0};
    memcpy(to, from, 4 * sizeof(int));
    memcpy(to, from, 5 * sizeof(int)); //! out-of-bounds
    return to[0];
}
