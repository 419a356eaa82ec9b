// A weak function that nobody defines is null: then the stream was never opened.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

extern void hook(void) __attribute__((weak));

int main(void)
{
    FILE *f = 0;
    if (hook) {
        f = fopen("a", "w");
        if (!f)
            return 1;
    }
    fputs("x", f);
    return 0;
}
