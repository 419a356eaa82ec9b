// Null pointers compare equal to zero and unequal to objects.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int object;
static int *null_pointer;                    // zero from the start
static int truth(const void *p) { return p ? 1 : 0; }

int main(void) {
    check(null_pointer == 0 && !null_pointer && null_pointer == (void *)0);
    check(truth(&object) && !truth(0) && !truth(null_pointer));
    int *p = &object, *q = &object;
    check(p == q && p != null_pointer && &object != 0);
    void *v = p;
    check(v == p && p == v);
    int a[3], *end = a + 3;
    check(&a[3] == end && a < end && a + 1 > a && !(a > a + 1));
    struct { int first, second; } s;
    check(&s.first < &s.second && (void *)&s == (void *)&s.first);
    const int *c = p;
    check(c == p && (p ? c : 0) == &object);
    p = 0L;
    check(p == '\0' && p == (1 - 1));        // any constant zero
    int (*f)(const void *) = 0;
    check(f != truth && !f);
    while (q)
        q = 0;
    check(!q);
    return 0;
}
