// A copied string needs one byte more than there is.
// expect: false(valid-deref)
// property: valid-deref
// data-model: both
#include <string.h>

int main(void) {
    char name[4];
    strcpy(name, "four"); //! violated
    return name[0] == 0;
}
