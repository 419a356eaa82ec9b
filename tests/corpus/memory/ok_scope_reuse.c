// A block entered again gives a fresh variable; no pointer to the old one is used.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int depth(int n, const int *outer) {
    int mine = n;
    check(outer == 0 || *outer == n + 1);
    if (n == 0)
        return 0;
    return 1 + depth(n - 1, &mine);
}

int main(void) {
    check(depth(10, 0) == 10);
    int *p = 0;
    int s = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        p = &x;
        s += *p;
        p = 0;
    }
    check(s == 3 && p == 0);
    return 0;
}
