// The inner counter is below the outer one, and that is below the bound.
// expect: true
// property: unreach-call
// Why: j < i and i < n give j < n.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (j >= n || j < 0)
                reach_error();
    return 0;
}
