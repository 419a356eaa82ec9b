// A generic sort calls back through a function pointer on void pointers.
// expect: true
// data-model: both
typedef __typeof__(sizeof 0) size_type;
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct rec { char key; short value; };

static void sort(void *base, size_type n, size_type size, int (*cmp)(const void *, const void *)) {
    char *b = base;
    for (size_type i = 1; i < n; i++)
        for (size_type j = i; j > 0 && cmp(b + (j - 1) * size, b + j * size) > 0; j--)
            for (size_type k = 0; k < size; k++) {
                char t = b[(j - 1) * size + k];
                b[(j - 1) * size + k] = b[j * size + k];
                b[j * size + k] = t;
            }
}
static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_key_down(const void *a, const void *b) {
    return ((const struct rec *)b)->key - ((const struct rec *)a)->key;
}

int main(void) {
    int v[] = {5, -3, 9, 0, 2147483647, -2147483647};
    sort(v, 6, sizeof *v, by_int);
    check(v[0] == -2147483647 && v[1] == -3 && v[2] == 0 && v[5] == 2147483647);
    struct rec r[] = {{'b', 2}, {'d', 4}, {'a', 1}, {'c', 3}};
    sort(r, 4, sizeof r[0], by_key_down);
    check(r[0].value == 4 && r[1].value == 3 && r[2].key == 'b' && r[3].value == 1);
    return 0;
}
