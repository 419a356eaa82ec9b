// The function that set the jump point has returned.
// expect: false(valid-deref)
// test-case: no
#include <setjmp.h>
_Bool __VERIFIER_nondet_bool(void);

static jmp_buf start;

static void set(void) {
    if (setjmp(start))
        return;
}

int main(void) {
    set();
    if (__VERIFIER_nondet_bool())
        longjmp(start, 1); //! violated
    return 0;
}
