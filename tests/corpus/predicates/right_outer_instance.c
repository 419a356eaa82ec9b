// The inner call's variable is not the outer one's.
// expect: true
// property: unreach-call
// data-model: both
// Why: only the outer x is written through `keep`, and it becomes 9.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int *keep;

static void nest(int inner) {
    int x = inner;
    if (inner) {
        *keep = 9;
        if (x != 1 || keep == &x)
            reach_error();
    } else {
        keep = &x;
        nest(1);
        if (x != 9)
            reach_error();
    }
}

int main(void) {
    while (__VERIFIER_nondet_int())
        nest(0);
    return 0;
}
