// Operands are evaluated left to right; what a later call may change is kept first.
// expect: true
// data-model: both
int global;
int change(void);
int f(int private, int *p) {
    int shared = global + change();
    int mine = private + change();
    p[global] = change();
    return shared + mine + *p * change();
}
