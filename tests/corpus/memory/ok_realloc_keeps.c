// realloc keeps the old contents, growing and shrinking; realloc of null is malloc.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *realloc(void *, size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int *p = 0;
    int n = 0;
    for (int i = 0; i < 40; i++) {
        if (i == n) {
            n = n ? 2 * n : 1;
            p = realloc(p, n * sizeof *p);
        }
        p[i] = i * i;
    }
    p = realloc(p, 10 * sizeof *p);
    for (int i = 0; i < 10; i++)
        check(p[i] == i * i);
    free(p);
    return 0;
}
