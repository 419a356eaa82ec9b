// What is written out must be readable.
// expect: false(valid-deref)
#include <stdio.h>

int main(void) {
    char text[4] = "abc";
    fwrite(text, 1, 10, stdout); //! violated
    return 0;
}
