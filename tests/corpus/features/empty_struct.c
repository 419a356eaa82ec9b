// GNU C allows a struct without members, of size zero.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct empty {};
struct holder { int a; struct empty e; int b; };

static struct empty pass(struct empty e, int *count) { ++*count; return e; }

int main(void) {
    struct empty e, f = {}, list[4];
    int count = 0;
    e = f;
    e = pass(pass(e, &count), &count);
    check(count == 2);
    check(sizeof(struct empty) == 0 && sizeof list == 0);
    check(sizeof(struct holder) == 8);
    check(__builtin_offsetof(struct holder, e) == 4);
    struct holder h = {1, {}, 2};
    h.e = e;
    check(h.a == 1 && h.b == 2);
    return 0;
}
