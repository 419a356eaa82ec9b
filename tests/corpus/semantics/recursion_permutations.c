// Recursive generation of permutations and of the n queens' solutions.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int count, checksum;
static void permute(int *a, int n, int k) {
    if (k == n) {
        int v = 0;
        for (int i = 0; i < n; i++)
            v = v * 10 + a[i];
        checksum = (checksum * 31 + v) % 10007;
        count++;
        return;
    }
    for (int i = k; i < n; i++) {
        int t = a[k]; a[k] = a[i]; a[i] = t;
        permute(a, n, k + 1);
        t = a[k]; a[k] = a[i]; a[i] = t;
    }
}
static int queens(unsigned all, unsigned col, unsigned left, unsigned right) {
    int n = 0;
    if (col == all)
        return 1;
    for (unsigned free = all & ~(col | left | right), bit; free; free ^= bit) {
        bit = free & -free;
        n += queens(all, col | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return n;
}

int main(void) {
    int a[] = {1, 2, 3, 4, 5};
    permute(a, 5, 0);
    check(count == 120 && a[0] == 1 && a[4] == 5);
    check(checksum == 3826);
    check(queens(63, 0, 0, 0) == 4 && queens(255, 0, 0, 0) == 92);
    return 0;
}
