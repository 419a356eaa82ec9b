// __assert_fail is called as preprocessed programs do.
// run: assertion
// data-model: both
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__nothrow__, __leaf__, __noreturn__));

static int half(int n) {
    ((n % 2 == 0) ? (void)0 : __assert_fail("n % 2 == 0", __FILE__, __LINE__, __func__)); //! assertion
    return n / 2;
}

int main(void) {
    int n = 12;
    while (n)
        n = half(n);
    return 0;
}
