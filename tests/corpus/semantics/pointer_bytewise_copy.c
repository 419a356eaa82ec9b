// A pointer copied byte by byte still points to its object.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct box { char tag; int *p; int (*f)(int); };
static int next(int x) { return x + 1; }

int main(void) {
    int x = 5, y = 6;
    int *p = &x, *q;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    check(q == &x && *q == 5);
    *q = 7;
    struct box a = {'a', &y, next}, b;
    memcpy(&b, &a, sizeof a);
    check(*b.p == 6 && b.f(x) == 8);
    int *array[3] = {&x, &y, 0};
    memmove(array + 1, array, 2 * sizeof *array);
    check(array[0] == &x && array[1] == &x && array[2] == &y && *array[2] == 6);
    int *swap[2] = {&x, &y};
    unsigned char *s = (unsigned char *)swap;
    for (unsigned i = 0; i < sizeof(int *); i++) {
        unsigned char t = s[i];
        s[i] = s[i + sizeof(int *)];
        s[i + sizeof(int *)] = t;
    }
    check(swap[0] == &y && *swap[1] == 7);
    return 0;
}
