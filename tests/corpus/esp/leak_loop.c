// Each round opens a stream and closes it.
// expect: true
// esp: true
// spec: stdio:leaks
#include <stdio.h>

extern int option(void);

int main(void)
{
    while (option()) {
        FILE *f = fopen("a", "r");
        if (!f)
            continue;
        if (fgetc(f) == EOF) {
            fclose(f);
            break;
        }
        fclose(f);
    }
    return 0;
}
