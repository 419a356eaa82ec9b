// The library's qsort and bsearch on structs, with a comparison over several keys.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int strcmp(const char *, const char *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct rec { const char *name; short age; char mark; };

static int order(const void *a, const void *b) {
    const struct rec *x = a, *y = b;
    if (x->age != y->age)
        return x->age < y->age ? 1 : -1;
    return strcmp(x->name, y->name);
}

int main(void) {
    struct rec r[] = {{"eve", 30, 'a'}, {"bob", 41, 'b'}, {"al", 30, 'c'}, {"zoe", 7, 'd'}, {"kim", 41, 'e'}};
    qsort(r, 5, sizeof *r, order);
    char marks[6] = {r[0].mark, r[1].mark, r[2].mark, r[3].mark, r[4].mark};
    check(strcmp(marks, "becad") == 0);
    struct rec key = {"eve", 30, 0};
    struct rec *found = bsearch(&key, r, 5, sizeof *r, order);
    check(found == &r[3] && found->mark == 'a');
    key.age = 31;
    check(bsearch(&key, r, 5, sizeof *r, order) == 0);
    qsort(r, 0, sizeof *r, order);
    qsort(r + 1, 1, sizeof *r, order);
    check(r[1].mark == 'e');
    return 0;
}
