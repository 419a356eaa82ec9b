// A weak symbol without definition has a null address; an alias names the same code.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int target(int x) { return x + 1; }
int alias_of(int) __attribute__((alias("target")));
extern int missing(void) __attribute__((weak));
int present(void) __attribute__((weak));
int present(void) { return 5; }

static int order;
static void __attribute__((constructor)) before_main(void) { order = 1; }

int main(void) {
    check(order == 1);
    check(alias_of(4) == 5);
    check(!missing);
    check(present && present() == 5);
    return 0;
}
