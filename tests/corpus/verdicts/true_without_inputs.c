// A program with one run, and that is clean.
// expect: true
// data-model: both
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int a[5] = {3, 1, 4, 1, 5};
    qsort(a, 5, sizeof a[0], compare);
    for (int i = 1; i < 5; i++)
        assert(a[i - 1] <= a[i]);
    char text[6];
    strcpy(text, "hello");
    assert(strlen(text) == 5);
    return 0;
}
