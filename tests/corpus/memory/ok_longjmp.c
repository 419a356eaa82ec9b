// longjmp into a frame that still lives; blocks on the way are freed first.
// run: ok
// data-model: both
#include <setjmp.h>
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static jmp_buf out;

static void descend(int n) {
    char *block = malloc(8);
    block[7] = (char)n;
    if (n == 0) {
        free(block);
        longjmp(out, 5);
    }
    free(block);
    descend(n - 1);
}

int main(void) {
    volatile int rounds = 0;
    int code = setjmp(out);
    if (code == 0) {
        rounds++;
        descend(4);
        check(0);
    }
    check(code == 5 && rounds == 1);
    return 0;
}
