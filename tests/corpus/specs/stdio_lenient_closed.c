// With the option lenient, null streams are not looked at; closed ones are.
// spec: stdio:lenient
// expect: false(stdio)
#include <stdio.h>

int main(void) {
    FILE *f = fopen("log", "w");
    fprintf(f, "begun\n");
    fclose(f);
    fprintf(f, "ended\n"); //! violated
    return 0;
}
