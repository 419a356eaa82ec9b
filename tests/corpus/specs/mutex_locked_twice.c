// A function locks what its caller has locked.
// expect: false(pthread_mutex)
// spec: pthread-mutex
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void inner(void)
{
    pthread_mutex_lock(&m); //! violated
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_mutex_lock(&m);
    inner();
    pthread_mutex_unlock(&m);
    return 0;
}
