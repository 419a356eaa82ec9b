// The address of a static local outlives its function.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int *counter(void) {
    static int n;
    n++;
    return &n;
}
static const char *word(int i) {
    static const char *const words[] = {"zero", "one"};
    return words[i];
}

int main(void) {
    int *p = counter();
    check(*p == 1);
    *p = 10;
    check(*counter() == 11 && *p == 11);
    check(word(1)[2] == 'e');
    return 0;
}
