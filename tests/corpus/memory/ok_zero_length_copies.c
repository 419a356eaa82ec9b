// Copies of no bytes at the end of a buffer touch nothing.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    char a[4] = {1, 2, 3, 4};
    char b[4] = {5, 6, 7, 8};
    memcpy(a + 4, b, 0);
    memset(a + 4, 0, 0);
    memmove(b, a + 4, 0);
    check(memcmp(a + 4, b + 4, 0) == 0);
    check(a[3] == 4 && b[0] == 5);
    return 0;
}
