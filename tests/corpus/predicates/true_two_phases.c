// What one loop counted up another counts down.
// expect: true
// property: unreach-call
// Why: i >= 0 after the first loop, and the second stops exactly at 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n && __VERIFIER_nondet_int())
        i++;
    int j = i;
    while (j > 0)
        j--;
    if (j != 0)
        reach_error();
    return 0;
}
