// Two feasible paths meet, and what follows needs them apart.
// expect: true
// property: unreach-call
// Why: `owner` tells which path was taken, and nothing is written after it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int size, owner;
    if (__VERIFIER_nondet_int()) {
        size = n;
        owner = 1;
    } else {
        size = 0;
        owner = 2;
    }
    while (__VERIFIER_nondet_int())
        n = n;
    if (owner == 1 && size != n)
        reach_error();
    if (owner == 2 && size != 0)
        reach_error();
    return 0;
}
