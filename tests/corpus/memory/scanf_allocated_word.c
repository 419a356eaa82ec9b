// A word that is read into a block of its own: the block is there only if one was read.
// run: ok
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 20; i++) {
        char *word;
        if (scanf("%20ms", &word) == 1) {
            if (word[0] == ' ')
                abort();
            free(word);
        }
    }
    return 0;
}
