// What cannot be read has no value, and what has none is not true.
// expect: false(assert)
// property: assert
// test-case: no
extern int __VERIFIER_nondet_int(void);

struct pair { int *first, *second; };

int main(void) {
    int x = 3;
    struct pair p = {&x, 0};
    if (__VERIFIER_nondet_int() == 42) p.second = &x;
    //@ assert p.second == 0 || *p.second == *p.first;
    //@ assert *p.second == *p.first; //! violated
    return 0;
}
