// A case without a break goes on into the next.
// expect: false(unreach-call)
// property: unreach-call
// Why: kind 1 sets size to 10 and then to 20.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int kind = __VERIFIER_nondet_int(), size = 0;
    switch (kind) {
    case 1:
        size = 10;
    case 2:
        size = 20;
        break;
    default:
        return 0;
    }
    if (kind == 1 && size != 10)
        reach_error(); //! violated
    return 0;
}
