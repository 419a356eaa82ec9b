// A program's own allocator hands out aligned pieces of one block.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef __UINTPTR_TYPE__ word;
struct arena { char *base, *at, *end; };

static void *take(struct arena *a, unsigned size, unsigned align) {
    char *p = a->at + (-(word)a->at & (align - 1));
    if (p > a->end || (word)(a->end - p) < size)
        return 0;
    a->at = p + size;
    return p;
}

int main(void) {
    struct arena a;
    a.base = a.at = malloc(128);
    a.end = a.base + 128;
    char *c = take(&a, 3, 1);
    int *i = take(&a, 4 * sizeof(int), _Alignof(int));
    double *d = take(&a, sizeof(double), 8);
    check((word)i % _Alignof(int) == 0 && (word)d % 8 == 0);
    check((char *)i - c == 4 && (char *)d - c == 24);
    c[2] = 'x';
    for (int k = 0; k < 4; k++)
        i[k] = k;
    *d = 2.5;
    check(c[2] == 'x' && i[3] == 3 && *d == 2.5);
    check(take(&a, 97, 1) == 0 && a.at == a.base + 32 && take(&a, 96, 1) == a.base + 32 && a.at == a.end);
    a.at = a.base;
    check((char *)take(&a, 128, 1) == c && take(&a, 1, 1) == 0 && take(&a, 0, 1) == a.end);
    free(a.base);
    return 0;
}
