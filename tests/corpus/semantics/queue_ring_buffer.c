// A queue in a ring buffer on the heap that doubles when it is full.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct queue { short *buf; unsigned size, head, n; };

static void put(struct queue *q, int v) {
    if (q->n == q->size) {
        short *b = malloc(2 * q->size * sizeof *b);
        for (unsigned i = 0; i < q->n; i++)
            b[i] = q->buf[(q->head + i) & (q->size - 1)];
        free(q->buf);
        q->buf = b;
        q->size *= 2;
        q->head = 0;
    }
    q->buf[(q->head + q->n++) & (q->size - 1)] = (short)v;
}
static int take(struct queue *q) {
    int v = q->buf[q->head];
    q->head = (q->head + 1) & (q->size - 1);
    q->n--;
    return v;
}

int main(void) {
    struct queue q = {malloc(2 * sizeof(short)), 2, 0, 0};
    int in = 0, out = 0;
    for (int round = 1; round <= 10; round++) {
        for (int i = 0; i < round; i++)
            put(&q, in++);
        for (int i = 0; i < round / 2; i++)
            check(take(&q) == out++);
    }
    check(in == 55 && out == 25 && q.n == 30 && q.size == 64);
    while (q.n)
        check(take(&q) == out++);
    check(out == 55);
    free(q.buf);
    return 0;
}
