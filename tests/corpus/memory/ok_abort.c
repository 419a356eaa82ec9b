// abort ends the program, but it is no error.
// run: ok
// data-model: both
// exit-status: 134
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 3;
    int v = *p;
    free(p);
    if (v == 3)
        abort();
    return *p;
}
