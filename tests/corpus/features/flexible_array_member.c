// A flexible array member adds nothing to sizeof and lies at the end.
// expect: true
// data-model: both
typedef __typeof__(sizeof 0) size_type;
extern void *malloc(size_type);
extern void free(void *);
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct vec { unsigned char n; short item[]; };

static struct vec fixed = {3, {10, 20, 30}};     // GNU: static initialiser

static struct vec *make(int n) {
    struct vec *v = malloc(sizeof *v + n * sizeof v->item[0]);
    if (!v) abort();
    v->n = n;
    for (int i = 0; i < n; i++)
        v->item[i] = i * i;
    return v;
}

int main(void) {
    check(sizeof(struct vec) == 2);              // aligned for short
    check(__builtin_offsetof(struct vec, item) == 2);
    check(fixed.n == 3 && fixed.item[2] == 30);
    struct vec *v = make(5);
    check(v->item[4] == 16 && v->n == 5);
    struct vec head = *v;                        // copies the head alone
    check(head.n == 5);
    free(v);
    return 0;
}
