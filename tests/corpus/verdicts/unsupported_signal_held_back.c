// A signal that the mask holds back comes later.
// expect: unknown(unsupported)
// property: unreach-call
#include <signal.h>
extern void reach_error(void);

static volatile int handled;

static void handler(int number)
{
    handled = 1;
}

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    if (!handled)
        reach_error();
    return 0;
}
