// A condition is waited for after the mutex was unlocked.
// expect: false(pthread_mutex)
// spec: pthread-mutex
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
extern int ready;

int main(void)
{
    pthread_mutex_lock(&m);
    int is_ready = ready;
    pthread_mutex_unlock(&m);
    if (!is_ready)
        pthread_cond_wait(&c, &m); //! violated
    return 0;
}
