// The pointer one past the end is made and compared, but not dereferenced.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int s = 0;
    for (int *p = a, *end = a + 4; p < end; p++)
        s += *p;
    check(s == 10);
    char *block = malloc(5), *q = block;
    while (q != block + 5)
        *q++ = 'a';
    check(q - block == 5);
    free(block);
    return 0;
}
