// Pointers go through integers of their size, with arithmetic on the way, and come back.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef __UINTPTR_TYPE__ word;

int main(void) {
    int a[8];
    for (int i = 0; i < 8; i++)
        a[i] = i;
    word w = (word)a;
    check(*(int *)w == 0 && *(int *)(w + 3 * sizeof(int)) == 3);
    check((word)&a[5] - w == 5 * sizeof(int) && w % sizeof(int) == 0);
    word tagged = (word)&a[6] | 1;
    check((tagged & 1) == 1 && *(int *)(tagged & ~(word)1) == 6 && *(int *)(tagged - 1) == 6);
    int *p = malloc(2 * sizeof *p);
    word kept = (word)p;
    *(int *)kept = 42;
    kept += sizeof *p;
    *(int *)kept = 43;
    check(p[0] == 42 && p[1] == 43 && (int *)(kept - sizeof *p) == p);
    free((void *)(kept - sizeof *p));
    check((void *)(word)0 == (void *)0 && sizeof(word) == sizeof(void *));
    return 0;
}
