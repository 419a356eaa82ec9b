// A flexible array member is used up to its exact end.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void *memset(void *, int, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct text { unsigned char n; char data[]; };

int main(void) {
    struct text *t = malloc(sizeof *t + 10);
    t->n = 10;
    memset(t->data, 'x', t->n);
    t->data[9] = 0;
    check(t->data[8] == 'x' && t->data[9] == 0);
    check(sizeof *t == 1);
    free(t);
    return 0;
}
