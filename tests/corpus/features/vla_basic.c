// A variable-length array gets its length when its declaration is reached.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int triangle(int n) {
    int a[n + 1];
    a[0] = 0;
    for (int i = 1; i <= n; i++)
        a[i] = a[i - 1] + i;
    int size = sizeof a / sizeof a[0];
    n = 1000;                          // the array keeps its length
    check(sizeof a / sizeof *a == size);
    return a[size - 1];
}

int main(void) {
    check(triangle(4) == 10 && triangle(100) == 5050);
    int sizes = 0;
    for (int i = 1; i <= 3; i++) {     // a new array each time round
        char v[i * 2];
        v[i * 2 - 1] = i;
        sizes = sizes * 10 + sizeof v + v[i * 2 - 1];
    }
    check(sizes == 369);
    int n = 3;
    short a[n++], b[n];
    check(n == 4 && sizeof a == 6 && sizeof b == 8);
    check(sizeof(&a) == sizeof(void *) && sizeof a[0] == 2);
    return 0;
}
