// A contract with a predicate, the result and the past; parameters are those of the call.
// expect: true
// property: assert
// data-model: both
extern int __VERIFIER_nondet_int(void);

int array[4];

//@ predicate zero(int n) = \forall int i; 0 <= i && i < n ==> array[i] == 0;

/*@ requires 0 <= n && n <= 4;
  @ ensures zero(n);
  @ ensures \result == n + \old(array[0]);
  @*/
static int clear(int n) {
    int first = n == 0 ? array[0] : array[0];
    int all = n;
    while (n > 0) array[--n] = 0;
    //@ assert all > 2 ==> array[2] == 0;
    return first + all;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    array[0] = __VERIFIER_nondet_int() & 7;
    if (n < 0 || n > 3) return 0;
    int before = array[0];
    int sum = clear(n);
    //@ assert sum == before + n;
    return 0;
}
