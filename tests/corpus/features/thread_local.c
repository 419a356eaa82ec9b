// Thread-local objects behave like statics within one thread.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

_Thread_local int a = 3;
static _Thread_local int b;
static __thread int c = 5;
extern __thread int d;
__thread int d = 7;

static int count(void) {
    static _Thread_local int n = 10;
    static __thread int m;
    return n++ * 100 + m++;
}

int main(void) {
    check(a == 3 && b == 0 && c == 5 && d == 7);
    a++;
    b = a + c;
    check(b == 9);
    check(count() == 1000 && count() == 1101);
    int *p = &a;
    *p = 40;
    check(a == 40);
    return 0;
}
