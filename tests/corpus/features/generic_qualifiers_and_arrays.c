// _Generic drops the qualifiers of its operand and decays arrays.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    const int ci = 1;
    volatile int vi = 2;
    check(_Generic(ci, int: 1, const int: 2) == 1);
    check(_Generic(vi, volatile int: 2, int: 1) == 1);
    const char *pc = 0;
    char *const cp = 0;
    check(_Generic(pc, char *: 1, const char *: 2) == 2);
    check(_Generic(cp, char *: 1, const char *: 2) == 1);
    int a[3];
    const int ca[3] = {0};
    check(_Generic(a, int *: 1, default: 2) == 1);
    check(_Generic(ca, int *: 1, const int *: 2) == 2);
    check(_Generic("abc", char *: 1, default: 2) == 1);
    check(_Generic(&a, int (*)[3]: 1, int (*)[4]: 2, default: 3) == 1);
    int m[2][3];
    check(_Generic(m, int (*)[3]: 1, int **: 2) == 1);
    check(_Generic(&ci, const int *: 1, int *: 2) == 1);
    check(_Generic((long)1, int: 1, long: 2, long long: 3) == 2);
    return 0;
}
