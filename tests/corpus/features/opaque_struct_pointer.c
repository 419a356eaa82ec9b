// Code may pass pointers to a struct whose members it does not know yet.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef struct handle handle;
static handle *acquire(int start);
static int step(handle *h);
struct never_completed;
static struct never_completed *same(struct never_completed *p) { return p; }

int main(void) {
    handle *h = acquire(40);
    step(h);
    check(step(h) == 42);
    check(acquire(7) == h && step(h) == 8);
    struct never_completed *n = (struct never_completed *)h;
    check((void *)same(n) == (void *)h);
    return 0;
}

struct handle { int counter; };
static handle only;
static handle *acquire(int start) { only.counter = start; return &only; }
static int step(handle *h) { return ++h->counter; }
