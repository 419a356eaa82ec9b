// A variable length array is used up to its exact end, with sizes that change.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int fill(int n) {
    int s = 0;
    for (int k = 1; k <= n; k++) {
        int a[k];
        for (int i = 0; i < k; i++)
            a[i] = k;
        check(sizeof a == k * sizeof(int));
        s += a[k - 1];
    }
    return s;
}

int main(void) {
    check(fill(6) == 21);
    return 0;
}
