// The library functions qsort and bsearch call back into the program.
// expect: true
// data-model: both
#include <stdlib.h>
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int compare(const void *a, const void *b) {
    calls++;
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int v[] = {4, 1, 3, 5, 2};
    qsort(v, 5, sizeof v[0], compare);
    for (int i = 0; i < 5; i++)
        check(v[i] == i + 1);
    check(calls > 0);
    int key = 4;
    int *hit = bsearch(&key, v, 5, sizeof v[0], compare);
    check(hit == &v[3]);
    key = 9;
    check(bsearch(&key, v, 5, sizeof v[0], compare) == NULL);
    return 0;
}
