// A block is reachable only through other heap blocks, then freed from the inside out.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int ***p = malloc(sizeof *p);
    *p = malloc(sizeof **p);
    **p = malloc(sizeof ***p);
    ***p = 9;
    int **mid = *p;
    *p = 0;
    check(**mid == 9);
    *p = mid;
    free(**p);
    free(*p);
    free(p);
    return 0;
}
