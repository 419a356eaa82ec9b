// A call through a small integer taken as a function pointer.
// run: invalid-call
// data-model: both
typedef int (*function)(void);

static int one(void) { return 1; }

int main(void) {
    function f = one;
    int v = f();
    f = (function)64;
    v += f(); //! invalid-call
    return v;
}
