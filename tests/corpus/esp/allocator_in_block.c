// A function is called by way of a fresh block, where it was stored before.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct stream {
    void *(*allocate)(size_t);
    void (*release)(void *);
};

static void *allocate(size_t size)
{
    return malloc(size);
}

static void begin(struct stream *s)
{
    if (!s->allocate)
        s->allocate = allocate;
    if (!s->release)
        s->release = free;
    s->release(s->allocate(3));
}

int main(void)
{
    FILE *f = fopen("stream", "r");
    struct stream *s = malloc(sizeof *s);
    if (!f || !s)
        return 1;
    s->allocate = 0;
    s->release = 0;
    begin(s);
    struct stream local;
    local.allocate = allocate;
    local.release = free;
    begin(&local);
    fclose(f);
    return 0;
}
