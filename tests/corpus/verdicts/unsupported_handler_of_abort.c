// abort runs the handler of its signal, which need not come back.
// expect: unknown(unsupported)
// property: unreach-call
#include <signal.h>
#include <stdlib.h>
extern void reach_error(void);

static void handler(int number)
{
    reach_error();
}

int main(void)
{
    signal(SIGABRT, handler);
    abort();
}
