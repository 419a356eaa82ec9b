// Structures that end in an array without a size.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

void *malloc(__SIZE_TYPE__);
void free(void *);

struct m { short n; char kind; int tail[]; };
struct b { char n; char tail[]; };
struct l { long long w; struct b *next; short tail[0]; };
static struct m fixed = {3, 'f', {10, 20, 30}};
static struct b text = {2, "hi"};

static struct m *make(int n) {
    struct m *m = malloc(sizeof *m + (unsigned)n * sizeof m->tail[0]);
    if (!m)
        abort();
    m->n = (short)n;
    m->kind = 'm';
    for (int i = 0; i < n; i++)
        m->tail[i] = i * i;
    return m;
}

static int total(const struct m *m) {
    int s = 0;
    for (const int *p = m->tail; p != m->tail + m->n; p++)
        s += *p;
    return s;
}

int main(void) {
    check(sizeof(struct m) == 4 && __builtin_offsetof(struct m, tail) == 4);
    check(sizeof(struct b) == 1 && __builtin_offsetof(struct b, tail) == 1);
    check(sizeof(struct l) == (sizeof(long) == 8 ? 16 : 12) && __builtin_offsetof(struct l, tail) == 8 + sizeof(void *));
    check(total(&fixed) == 60 && fixed.tail[2] == 30);
    check(text.tail[0] == 'h' && text.tail[2] == 0);
    struct m *five = make(5);
    check(total(five) == 30);
    struct m head = *five;
    check(head.n == 5 && head.kind == 'm');
    struct m *three = make(3);
    three->kind = 't';
    three->tail[0] = 50;
    *five = *three;
    check(five->n == 3 && five->kind == 't' && five->tail[0] == 0 && five->tail[4] == 16 && total(five) == 5);
    struct m *none = make(0);
    check(total(none) == 0 && (char *)none->tail == (char *)(none + 1));
    check((char *)&five->tail[1] - (char *)five == 8);
    check(((struct m *)((char *)&five->tail[2] - __builtin_offsetof(struct m, tail[2])))->n == 3);
    free(five);
    free(none);
    free(three);
    return 0;
}
