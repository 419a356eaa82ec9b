// memcpy from a null pointer.
// run: null-dereference
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);

static int *source(int *p, int n) {
    return n > 2 ? 0 : p;
}

int main(void) {
    int a[4] = {1, 2, 3, 4}, b[4] = {0};
    memcpy(b, source(a, 2), sizeof a);
    memcpy(b, source(a, 3), sizeof a); //! null-dereference
    return b[0];
}
