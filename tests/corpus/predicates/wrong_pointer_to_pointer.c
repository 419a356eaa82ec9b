// Through a pointer to it a pointer is turned to another cell.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: in the second round p leads to y.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0, *p = &x, **pp = &p;
    while (__VERIFIER_nondet_int()) {
        *p = 1;
        *pp = &y;
        if (y != 0)
            reach_error(); //! violated
    }
    return 0;
}
