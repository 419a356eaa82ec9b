// A try that failed took nothing.
// expect: true
// spec: pthread-mutex
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    int got = pthread_mutex_trylock(&m) == 0;
    if (got)
        pthread_mutex_unlock(&m);
    return !got;
}
