// A variable of another file has one value until it is written.
// expect: true
// property: unreach-call
// Why: nothing writes mode between the reads but the loop, which keeps the copy.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern int mode;
static int level;

int main(void) {
    int copy = mode;
    while (__VERIFIER_nondet_int()) {
        if (copy != mode)
            reach_error();
        mode = copy = __VERIFIER_nondet_int();
    }
    if (level != 0)
        reach_error();
    return 0;
}
