// The mutex is held only if locking gave 0.
// expect: true
// spec: pthread-mutex
#include <pthread.h>

int main(void)
{
    pthread_mutex_t m;
    if (pthread_mutex_init(&m, 0))
        return 1;
    if (pthread_mutex_lock(&m) == 0)
        pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    return 0;
}
