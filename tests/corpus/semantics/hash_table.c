// A hash table with chains that grows, keyed by strings.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
int strcmp(const char *, const char *);
int snprintf(char *, size_t, const char *, ...);
size_t strlen(const char *);
char *strcpy(char *, const char *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct entry { struct entry *next; int value; char key[]; };
struct table { struct entry **slots; unsigned size, used; };

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}
static void grow(struct table *t) {
    struct table n = {calloc(t->size * 2, sizeof *n.slots), t->size * 2, t->used};
    for (unsigned i = 0; i < t->size; i++)
        for (struct entry *e = t->slots[i], *next; e; e = next) {
            next = e->next;
            e->next = n.slots[hash(e->key) % n.size];
            n.slots[hash(e->key) % n.size] = e;
        }
    free(t->slots);
    *t = n;
}
static int *get(struct table *t, const char *key) {
    for (struct entry *e = t->slots[hash(key) % t->size]; e; e = e->next)
        if (strcmp(e->key, key) == 0)
            return &e->value;
    if (t->used++ == t->size)
        grow(t);
    struct entry *e = malloc(sizeof *e + strlen(key) + 1), **slot = &t->slots[hash(key) % t->size];
    e->next = *slot;
    e->value = 0;
    strcpy(e->key, key);
    *slot = e;
    return &e->value;
}

int main(void) {
    struct table t = {calloc(2, sizeof *t.slots), 2, 0};
    char key[16];
    check(hash("concord") == 0xDD82A21Du);
    for (int i = 0; i < 100; i++) {
        snprintf(key, sizeof key, "key%d", i % 25);
        *get(&t, key) += i;
    }
    check(t.used == 25 && t.size == 32);
    check(*get(&t, "key0") == 150 && *get(&t, "key24") == 246);
    for (unsigned i = 0; i < t.size; i++)
        for (struct entry *e = t.slots[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    free(t.slots);
    return 0;
}
