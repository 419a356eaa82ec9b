// __VERIFIER_error is reached.
// run: error-call
// data-model: both
extern void __VERIFIER_error(void);

int main(void) {
    unsigned x = 1;
    for (int i = 0; i < 32; i++)
        x = x * 3;
    if (x % 2 == 1)
        __VERIFIER_error(); //! error-call
    return 0;
}
