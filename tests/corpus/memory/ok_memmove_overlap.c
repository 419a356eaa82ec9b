// memmove may overlap; memcpy between touching halves does not.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memmove(void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    memmove(a + 1, a, 7 * sizeof(int));
    check(a[0] == 1 && a[1] == 1 && a[7] == 7);
    memmove(a, a + 1, 7 * sizeof(int));
    check(a[0] == 1 && a[6] == 7 && a[7] == 7);
    memcpy(a + 4, a, 4 * sizeof(int));
    check(a[4] == 1 && a[7] == 4);
    memmove(a, a, sizeof a);
    check(a[7] == 4);
    return 0;
}
