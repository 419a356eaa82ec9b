// longjmp returns to setjmp a second time with a nonzero value.
// expect: true
// data-model: both
#include <setjmp.h>
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static jmp_buf env;
static int depth;

static void dive(int n, int value) {
    depth++;
    if (n == 0)
        longjmp(env, value);
    dive(n - 1, value);
    check(0);
}

int main(void) {
    volatile int rounds = 0;
    int r = 0;
    switch (setjmp(env)) {
    case 0:
        rounds++;
        dive(3, 7);
        check(0);
    case 7:
        check(rounds == 1 && depth == 4);
        rounds++;
        dive(1, 0);                       // 0 is delivered as 1
        check(0);
    case 1:
        check(rounds == 2 && depth == 6);
        break;
    default:
        check(0);
    }
    if (setjmp(env) == 0)
        longjmp(env, 5);
    else
        r = 1;
    check(r == 1);
    return 0;
}
