// What is kept of the past is what could be read then; an annotation is no statement.
// expect: true
// property: assert
extern int __VERIFIER_nondet_int(void);

/*@ ensures p == 0 || *p == \old(*p) + 1;
    ensures p == \null <==> \result == 0; */
static int increment(int *p) {
    if (p)
        //@ assert *p == \at(*p, Pre) && *p < 100;
        ++*p;
    return p != 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int(), given = __VERIFIER_nondet_int();
    if (x < 0 || x > 50) return 0;
    int was = increment(given ? &x : 0);
    //@ assert was ==> x > 0;
    return 0;
}
