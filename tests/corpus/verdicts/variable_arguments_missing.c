// More arguments are taken than were given.
// expect: false(valid-deref)
// test-case: no
#include <stdarg.h>
int __VERIFIER_nondet_int(void);

static int sum(int n, ...) {
    va_list list;
    int s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, int); //! violated
    va_end(list);
    return s;
}

int main(void) {
    return sum(__VERIFIER_nondet_int() & 3, 5, 6) & 0;
}
