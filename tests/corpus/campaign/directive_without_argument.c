// printf takes an argument that was not given.
// expect: false(valid-deref)
// property: valid-deref
// test-case: no
#include <stdio.h>

int main(void) {
    printf("%d %d", 1);
    return 0;
}
