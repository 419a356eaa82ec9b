// A function that the library calls closes the file.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

FILE *log;

static int compare(const void *a, const void *b)
{
    fclose(log);
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof numbers[0], compare);
    fputs("x", log);
    return 0;
}
