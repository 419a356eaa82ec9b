// The only pointer to a block is overwritten.
// run: leak
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    char *p = malloc(10); //! leak
    p[0] = 1;
    p = malloc(20);
    p[0] = 2;
    free(p);
    return 0;
}
