// What a conjunction says is known behind the function that checks it.
// expect: true
// property: valid-deref
// options: --malloc succeeds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    assume(n > 0 && n < 1000000);
    int *table = malloc(n * sizeof *table);
    for (int i = 0; i < n; i++)
        table[i] = 0;
    free(table);
    int fixed[20] = {0}, place = __VERIFIER_nondet_int();
    assume(!(place < 0 || place >= 20));
    fixed[place] = 1;
    return 0;
}
