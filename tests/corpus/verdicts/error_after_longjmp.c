// A variable that is read again only after a jump back tells states apart.
// expect: false(unreach-call)
#include <setjmp.h>
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);

static jmp_buf start;

static void maybe_back(void) {
    if (__VERIFIER_nondet_bool())
        longjmp(start, 1);
}

int main(void) {
    int bad = 0, other = 0;
    if (__VERIFIER_nondet_bool())
        bad = 1;
    if (setjmp(start) == 0) {
        if (__VERIFIER_nondet_bool())
            other = 1;
        else
            other = 1;
        maybe_back();
        return 0;
    }
    if (bad)
        reach_error(); //! violated
    return 0;
}
