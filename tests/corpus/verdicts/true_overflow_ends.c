// Runs end where arithmetic overflows, if that is asked for.
// expect: true
// property: unreach-call
// options: --overflow error
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = a + 1;
    if (b < a)
        reach_error();
    return 0;
}
