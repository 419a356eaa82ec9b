// At exit the stack still lives, so the block is no leak, but it is not cleaned up.
// run: cleanup
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void exit(int);

static void finish(int *p) {
    exit(p[0]);
}

int main(void) {
    int *p = malloc(sizeof *p); //! cleanup
    *p = 0;
    finish(p);
    return *p;
}
