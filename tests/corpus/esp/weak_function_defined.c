// A weak function with a body is not null, though the slice has no use for the body.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

__attribute__((weak)) void hook(void) {}
static void (*current)(void) = hook;

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    if (current)
        fclose(f);
    fputs("x", f);
    return 0;
}
