// Whatever a branch adds, the later branch with the same condition takes back.
// expect: true
// property: unreach-call
// Why: a, b and c do not change between the first tests and the second.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int(), start = __VERIFIER_nondet_int();
    int x = start;
    if (a)
        x += 1;
    if (b > 0)
        x += 2;
    if (c == a)
        x += 4;
    while (__VERIFIER_nondet_int())
        x = x + 8 - 8;
    if (a)
        x -= 1;
    if (b > 0)
        x -= 2;
    if (c == a)
        x -= 4;
    if (x != start)
        reach_error();
    return 0;
}
