// A function that was stored in a fresh block closes a file, which is closed again.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct stream {
    int (*close)(FILE *);
};

static void end(struct stream *s, FILE *f)
{
    s->close(f);
}

int main(void)
{
    FILE *f = fopen("stream", "r");
    struct stream *s = malloc(sizeof *s);
    if (!f || !s)
        return 1;
    s->close = fclose;
    end(s, f);
    fclose(f);
    return 0;
}
