// Locked and unlocked in turn.
// expect: true
// spec: pthread-mutex
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void add(int n)
{
    pthread_mutex_lock(&m);
    count += n;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    add(1);
    add(2);
    return 0;
}
