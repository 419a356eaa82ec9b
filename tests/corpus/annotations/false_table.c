// HECTOR's table (T7) with one row too many: the cell need not be one of the table's.
// expect: false(assert)
// property: assert
// options: --malloc succeeds
// test-case: no
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell { int is_exposed, is_mined; };

//@ predicate cell(struct cell *b, int size, struct cell *x) = \allocated(x) && b <= x && x < b + size * size;

int main(void) {
    int size = 2, r = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    struct cell *b = malloc(sizeof *b * size * size);
    for (int i = 0; i < size * size; i++) b[i].is_exposed = b[i].is_mined = 0;
    if (r < 0 || r > size || c < 0 || c >= size) return 0;
    struct cell *a = b + r * size + c;
    //@ assert cell(b, size, a); //! violated
    a->is_exposed = 1;
    //@ assert \forall struct cell *x; cell(b, size, x) ==> (x->is_exposed == 1 <==> x == a);
    //@ assert \exists struct cell *x; cell(b, size, x) && x->is_exposed == 1 && x->is_mined == 0;
    free(b);
    return 0;
}
