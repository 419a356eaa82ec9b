// A _Noreturn function ends the path that calls it.
// expect: true
// data-model: both
extern void exit(int) __attribute__((noreturn));
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static _Noreturn void finish(int code);

static int checked(int x) {
    if (x > 0)
        return x;
    finish(1);
}                                       // no return needed here

_Noreturn static void finish(int code) {
    exit(code);
}

int main(void) {
    check(checked(3) == 3);
    if (checked(5) == 5)
        finish(0);
    check(0);
}
