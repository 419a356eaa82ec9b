// Jumping back past a declaration initialises its object again.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int rounds = 0, sum = 0;
again:;
    int fresh = 10;
    fresh += rounds;
    sum += fresh++;
    if (++rounds < 4)
        goto again;
    check(sum == 46 && fresh == 14);
    int n = 1, sizes = 0;
next:;
    char v[n];                       // a new length each time
    sizes = sizes * 10 + sizeof v;
    if (n++ < 4)
        goto next;
    check(sizes == 1234);
    int count = 0;
restart:
    {
        int a[2] = {1};
        check(a[0] == 1 && a[1] == 0);
        a[0] = a[1] = 9;
        if (++count < 3)
            goto restart;
    }
    return 0;
}
