// With the option lenient, null streams are not looked at.
// spec: stdio:lenient
// expect: true
#include <stdio.h>

int main(void) {
    FILE *f = fopen("log", "w");
    fprintf(f, "begun\n");
    if (f)
        fclose(f);
    return 0;
}
