// A goto in a nested function may leave it for a declared label outside.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int search(int n) {
    __label__ found;
    int depth = 0, at = -1;
    int walk(int i) {
        depth++;
        if (i * i >= n) {
            at = i;
            goto found;                   // unwinds every level
        }
        walk(i + 1);
        depth = 1000;                     // never comes back here
        return 0;
    }
    walk(0);
    check(0);
found:
    return at * 100 + depth;
}

int main(void) {
    check(search(0) == 1);
    check(search(16) == 405);
    return 0;
}
