// First and last elements of heap, stack and global arrays are read and written.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static long global[7];

static void ends(long *a, int n) {
    a[0] = 1;
    a[n - 1] = 2;
    *(a + n - 1) += a[0];
}

int main(void) {
    long local[9] = {0};
    long *heap = malloc(5 * sizeof *heap);
    ends(global, 7);
    ends(local, 9);
    ends(heap, 5);
    check(global[6] == 3 && local[8] == 3 && heap[4] == 3);
    free(heap);
    return 0;
}
