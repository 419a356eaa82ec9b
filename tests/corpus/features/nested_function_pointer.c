// The address of a nested function carries its captured variables along.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int each(const int *a, int n, void visit(int)) {
    for (int i = 0; i < n; i++)
        visit(a[i]);
    return n;
}

static int weighted(const int *a, int n, int w) {
    int sum = 0;
    void add(int x) { sum += w * x; }
    each(a, n, add);
    return sum;
}

int main(void) {
    int a[] = {1, 2, 3};
    check(weighted(a, 3, 1) == 6 && weighted(a, 3, 10) == 60);
    int most = 0;
    void track(int x) { if (x > most) most = x; }
    void (*p)(int) = track;
    p(5);
    p(2);
    check(most == 5);
    return 0;
}
