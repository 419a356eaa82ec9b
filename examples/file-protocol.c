// Opens one log or none, and closes exactly what it opened: the two tests of
// `wanted` agree on every path. The example of the ESP paper, in spirit.
#include <stdio.h>

static int work(FILE *log, int n)
{
    int done = 0;
    while (done < n) {
        if (log != NULL)
            fprintf(log, "step %d\n", done);
        done++;
    }
    return done;
}

int main(int argc, char **argv)
{
    FILE *log = NULL;
    int wanted = argc > 1;

    if (wanted) {
        log = fopen(argv[1], "w");
        if (log == NULL)
            return 1;
    }

    int done = work(log, 3);

    if (wanted)
        fclose(log);
    return done == 3 ? 0 : 1;
}
