// Another thread closes the stream: there is no meaning for that.
// expect: unknown(unsupported)
// esp: unknown
// typestate: unknown
// spec: stdio
#include <pthread.h>
#include <stdio.h>

FILE *log;

static void *work(void *x)
{
    fclose(log);
    return x;
}

int main(void)
{
    pthread_t thread;
    log = fopen("a", "w");
    if (!log)
        return 1;
    pthread_create(&thread, 0, work, 0);
    fputs("x", log);
    return 0;
}
