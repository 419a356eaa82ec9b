// A binary search tree: insertion, search, deletion in all cases, height, freeing.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *calloc(size_t, size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct tree { int key; struct tree *kid[2]; };

static struct tree **slot(struct tree **t, int key) {
    while (*t && (*t)->key != key)
        t = &(*t)->kid[key > (*t)->key];
    return t;
}
static int insert(struct tree **t, int key) {
    t = slot(t, key);
    if (*t)
        return 0;
    *t = calloc(1, sizeof **t);
    (*t)->key = key;
    return 1;
}
static int erase(struct tree **t, int key) {
    t = slot(t, key);
    struct tree *dead = *t;
    if (!dead)
        return 0;
    if (dead->kid[0] && dead->kid[1]) {
        struct tree **low = &dead->kid[1];
        while ((*low)->kid[0])
            low = &(*low)->kid[0];
        dead->key = (*low)->key;
        dead = *low;
        t = low;
    }
    *t = dead->kid[!dead->kid[0]];
    free(dead);
    return 1;
}
static int height(const struct tree *t) {
    if (!t)
        return 0;
    int l = height(t->kid[0]), r = height(t->kid[1]);
    return 1 + (l > r ? l : r);
}
static int in_order(const struct tree *t, int acc) {
    return t ? in_order(t->kid[1], in_order(t->kid[0], acc) * 10 + t->key) : acc;
}

int main(void) {
    struct tree *t = 0;
    static const int keys[] = {5, 2, 8, 1, 3, 7, 9, 4, 6};
    for (int i = 0; i < 9; i++)
        check(insert(&t, keys[i]));
    check(!insert(&t, 7) && height(t) == 4 && in_order(t, 0) == 123456789);
    check(erase(&t, 5) && t->key == 6 && erase(&t, 1) && erase(&t, 2) && !erase(&t, 2) && erase(&t, 8));
    check(in_order(t, 0) == 34679);
    while (t)
        erase(&t, t->key);
    return 0;
}
