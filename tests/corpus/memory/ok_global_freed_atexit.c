// A block held by a global is freed by a handler at exit.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int atexit(void (*)(void));
static char *log_buffer;

static void close_log(void) {
    free(log_buffer);
    log_buffer = 0;
}

int main(void) {
    log_buffer = malloc(32);
    log_buffer[0] = 0;
    if (atexit(close_log))
        close_log();
    return 0;
}
