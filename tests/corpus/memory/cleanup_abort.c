// A block is allocated when the program aborts.
// run: cleanup
// data-model: both
// sanitizer: none, because LeakSanitizer does not look at an aborted program
// exit-status: 134
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);

int main(void) {
    char *a = malloc(4);
    char *b = malloc(4); //! cleanup
    a[0] = b[0] = 1;
    free(a);
    if (b[0])
        abort();
    free(b);
    return 0;
}
