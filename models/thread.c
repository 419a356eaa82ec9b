// Threads are not executed here: starting one is unsupported.

void __concord_unsupported(const char *what);

int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument) {
    __concord_unsupported("threads");
    return 0;
}

int thrd_create(void *thread, int (*start)(void *), void *argument) {
    __concord_unsupported("threads");
    return 0;
}

int clone(int (*start)(void *), void *stack, int flags, void *argument, ...) {
    __concord_unsupported("threads");
    return 0;
}
