// What the automaton does depends on the null of another value, and that is no error.
// expect: false(null_of_another)
// esp: unknown
// typestate: false
// spec: tests/corpus/esp/null_of_another.spc
#include <stdio.h>

static void show(FILE *f)
{
    (void)f;
}

int main(void)
{
    FILE *first = fopen("a", "r");
    if (first)
        return 1;
    show(first);
    FILE *second = fopen("b", "r");
    if (!second)
        return 1;
    fclose(second);
    fclose(second);
    return 0;
}
