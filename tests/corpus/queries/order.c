// What is opened is closed before it is opened again; one way skips that.
// check: --analyses signs+symbolic+consistency --merge never
// true: !call(done) W call(begin)
// true: G (call(begin) => X (!call(begin) W call(done)))
// false: G (call(begin) => X (!call(again) W call(done)))
// true: G open >= 0
// true: G (call(again) => n > 2)
// unknown: G open <= 1
int open, n;
extern int __VERIFIER_nondet_int(void);
static void begin(void)
{
    open = 1;
}
static void again(void)
{
    n = 3;
}
static void done(void)
{
    open = 0;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        begin();
        n = __VERIFIER_nondet_int();
        if (n > 5)
            n = 4;
        if (n > 3)
            again();
        done();
    }
    return 0;
}
