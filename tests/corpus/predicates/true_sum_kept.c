// What leaves one number arrives at the other.
// expect: true
// property: unreach-call
// Why: i + j == n is kept modulo 2^32, and j is 0 at the end since n >= 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    int i = 0, j = n;
    while (j > 0) {
        i++;
        j--;
    }
    if (i != n)
        reach_error();
    return 0;
}
