// Edit distance by a table on the stack that two rows share.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
size_t strlen(const char *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int distance(const char *a, const char *b) {
    int rows[2][32];
    int n = (int)strlen(b);
    for (int j = 0; j <= n; j++)
        rows[0][j] = j;
    int now = 0;
    for (int i = 1; a[i - 1]; i++) {
        int *old = rows[now], *new = rows[now ^= 1];
        new[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = old[j - 1] + (a[i - 1] != b[j - 1]);
            if (old[j] + 1 < best)
                best = old[j] + 1;
            if (new[j - 1] + 1 < best)
                best = new[j - 1] + 1;
            new[j] = best;
        }
    }
    return rows[now][n];
}

int main(void) {
    check(distance("kitten", "sitting") == 3 && distance("", "abc") == 3 && distance("abc", "") == 3);
    check(distance("intention", "execution") == 5 && distance("same", "same") == 0);
    return 0;
}
