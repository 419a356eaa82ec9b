// Nobody knows which function another file has put into a structure.
// expect: true
// esp: unknown
// typestate: unknown
// spec: stdio
#include <stdio.h>

struct hooks {
    void (*hook)(void);
};
extern struct hooks *hooks;

int main(void)
{
    FILE *f = fopen("stream", "r");
    if (!f)
        return 1;
    hooks->hook();
    fclose(f);
    return 0;
}
