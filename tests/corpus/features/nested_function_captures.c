// A nested function reads and writes the variables of the enclosing call.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int sum_to(int n) {
    int total = 0;
    void add(int x) { total += x * n; }
    for (int i = 1; i <= n; i++)
        add(i);
    return total;
}
static int depth(int n) {
    int mine = n;
    int get(void) { return mine; }           // of this activation
    if (n == 0)
        return get();
    int below = depth(n - 1);
    return below * 10 + get();
}
static int find(int *a, int n, int x) {
    int at = -1;
    void look(int i) { if (a[i] == x) at = i; }
    for (int i = 0; i < n; i++)
        look(i);
    return at;
}

int main(void) {
    check(sum_to(3) == 18 && sum_to(1) == 1);
    check(depth(4) == 1234);
    int a[] = {7, 8, 9};
    check(find(a, 3, 9) == 2 && find(a, 3, 1) == -1);
    int x = 1;
    int level1(void) {
        int y = 10;
        int level2(void) { x++; y++; return x + y; }
        return level2() + y;
    }
    check(level1() == 2 + 11 + 11 && x == 2);
    return 0;
}
