// Unlocked on a path on which it was not locked.
// expect: false(pthread_mutex)
// spec: pthread-mutex
#include <pthread.h>

extern int quick;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    if (!quick)
        pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m); //! violated
    return 0;
}
