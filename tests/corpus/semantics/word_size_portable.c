// Code that must give the same in both models, though long and pointers differ.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int width(unsigned long m) {
    int n = 0;
    for (; m; m >>= 1)
        n++;
    return n;
}
static long average(const long *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s / n;
}

int main(void) {
    check(width(~0ul) == (int)sizeof(long) * 8 && width(~0u) == 32);
    long a[] = {-5, 7, 100000, -99999};
    check(average(a, 4) == 0 && average(a, 3) == 33334);
    unsigned long m = ~0ul >> 1;
    check((long)m > 0 && (long)(m + 1) < 0 && m + 1 + m == ~0ul);
    char c[40];
    __PTRDIFF_TYPE__ d = &c[3] - &c[30];
    check(d == -27 && (unsigned long)&c[30] - (unsigned long)&c[3] == 27);
    check((char *)(&a[3]) - (char *)a == 3 * (long)sizeof(long));
    check((int)(unsigned long)-7 == -7 && (unsigned)(long)-7 == 4294967289u);
    check(sizeof(struct { void *p; int i; }) == 2 * sizeof(void *));
    return 0;
}
