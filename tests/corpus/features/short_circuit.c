// The operators && and || skip their right operand when the left decides.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int trace;
static int t(int id) { trace = trace * 10 + id; return 1; }
static int f(int id) { trace = trace * 10 + id; return 0; }
static int run(int value) { int r = trace; trace = 0; check(value); return r; }

int main(void) {
    check(run(!(f(1) && t(2))) == 1);
    check(run(t(1) && t(2)) == 12);
    check(run(t(1) || f(2)) == 1);
    check(run(!(f(1) || f(2))) == 12);
    check(run(f(1) && t(2) || t(3)) == 13);          // && binds tighter
    check(run(t(1) || f(2) && f(3)) == 1);
    check(run(!((t(1) || t(2)) && f(3))) == 13);
    int *p = 0;
    check(!(p && *p));
    check(!p || *p);
    check((5 && 3) == 1 && (0 || 8) == 1 && (2 || 0) == 1);
    check((0.5 && 1) == 1 && (0.0 || 0) == 0);
    check(sizeof(1LL && 1) == sizeof(int));
    int i = 0;
    (void)(i++ && i++);
    check(i == 1);
    i++ || i++;
    check(i == 2);
    return 0;
}
