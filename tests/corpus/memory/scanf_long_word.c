// A word that is read without a width may have any length.
// run: out-of-bounds
#include <stdio.h>

int main(void) {
    char word[200];
    for (;;) {
        if (scanf("%s", word) == EOF) //! out-of-bounds
            clearerr(stdin);
    }
}
