// reach_error is defined in the program, as in SV-COMP; reaching the call is the error.
// run: error-call
// data-model: both
// sanitizer: none, because the compiled program reports the assertion inside reach_error
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "error.c", 3, "reach_error"); }

int main(void) {
    int lock = 0;
    for (int i = 0; i < 4; i++) {
        if (lock) {
            reach_error(); //! error-call
        }
        lock = i == 2;
    }
    return 0;
}
