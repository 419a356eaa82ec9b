// The length in an array parameter is evaluated when the function is called.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int next(void) { return ++calls; }

static int first(int i, int array[i++]) { return i + array[0]; }
static int second(int n, int array[static next()], int m, int other[m++][n++]) {
    return 100 * n + 10 * m + (int)(sizeof other[0] / sizeof(int));
}

int main(void) {
    int a[10] = {5};
    check(first(10, a) == 16);
    check(second(3, a, 1, (void *)a) == 423 && calls == 1);
    return 0;
}
