// Falling through adds up.
// expect: true
// property: unreach-call
// Why: from case k on k is added down to 1, and anything else adds 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int kind = __VERIFIER_nondet_int(), size = 0;
    switch (kind) {
    case 3:
        size++;
    case 2:
        size++;
    case 1:
        size++;
    default:
        break;
    }
    if (size != (kind >= 1 && kind <= 3 ? kind : 0))
        reach_error();
    return 0;
}
