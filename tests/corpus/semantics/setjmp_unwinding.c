// Exceptions by setjmp: nested handlers, rethrow, and values that come through.
// run: ok
// data-model: both
#include <setjmp.h>
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct handler { jmp_buf env; struct handler *outer; };
static struct handler *current;
static int trace;

static void throw(int code) {
    struct handler *h = current;
    current = h->outer;
    longjmp(h->env, code);
}
static int parse(int depth) {
    if (depth == 0)
        throw(42);
    return parse(depth - 1) + 1;
}
static int guarded(int depth) {
    struct handler h;
    h.outer = current;
    current = &h;
    int code = setjmp(h.env);
    if (code == 0) {
        if (depth == 3)
            return parse(5);
        int v = guarded(depth + 1);
        current = h.outer;
        return v;
    }
    trace = trace * 10 + depth;
    if (depth == 1)
        return code;
    throw(code + 1);
    return -1;
}

int main(void) {
    check(guarded(0) == 44 && trace == 321 && current == 0);
    jmp_buf loop;
    volatile int n = 0;
    int seen = setjmp(loop);
    if (n < 5) {
        n++;
        longjmp(loop, n == 5 ? 0 : n);
    }
    check(n == 5 && seen == 1);
    switch (setjmp(loop)) {
    case 0: longjmp(loop, -3);
    case -3: n = 100; break;
    default: n = 0;
    }
    check(n == 100);
    return 0;
}
