// A pointer converted to a wider integer is extended by its sign, as gcc does it.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static char *high(void) { return (char *)-16; }

int main(void) {
    check((unsigned long long)(void *)-1 == -1ull);
    char *p = high();
    check((unsigned long long)p == -16ull);
    check((long long)p == -16);
    check((unsigned long)p == -16ul);          // of its own size
    check((unsigned short)(unsigned long)p == 0xfff0);
    return 0;
}
