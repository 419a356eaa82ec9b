// A negative index reaches back from a pointer into its array.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int before(const int *p) { return p[-1]; }

int main(void) {
    int a[5] = {10, 20, 30, 40, 50};
    int *mid = &a[2];
    check(mid[-2] == 10 && mid[2] == 50 && before(mid) == 20);
    signed char i = -1;
    check(mid[i] == 20 && *(mid + i) == 20 && *(mid - -i) == 20);
    mid[-1] += 5;
    check(a[1] == 25);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*row)[3] = &m[1];
    check(row[-1][2] == 3);
    long long l = -2;
    check(mid[l] == 10);
    int n = 1;
    check(mid[-n] == 25 && (&a[4])[-4] == 10);
    return 0;
}
