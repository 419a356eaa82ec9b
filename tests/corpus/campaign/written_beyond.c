// What is written out must be readable to its end.
// expect: false(valid-deref)
// property: valid-deref
#include <stdio.h>

int main(void) {
    char text[4] = "abc";
    fwrite(text, 1, 11, stdout); //! violated
    return 0;
}
