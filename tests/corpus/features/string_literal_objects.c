// A string literal is a static char array with an address.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static const char *name(int n) { return n ? "yes" : "no"; }
static const char *keep;
static void set(void) { keep = "kept"; }

int main(void) {
    check(name(1)[2] == 's' && name(0)[2] == 0);
    set();
    check(keep[0] == 'k' && keep[4] == 0);   // outlives the call
    char (*p)[4] = &"abc";
    check(sizeof *p == 4 && (*p)[1] == 'b');
    check(*"xyz" == 'x' && "xyz"[1] == 'y' && *("xyz" + 2) == 'z');
    check(_Generic("a"[0], char: 1, default: 0));
    int digits = 0;
    for (const char *s = "4096"; *s; s++)
        digits = digits * 10 + (*s - '0');
    check(digits == 4096);
    check("0123456789ABCDEF"[13] == 'D');
    const char *table[] = {"a", "bc", "def"};
    check(table[2][2] == 'f' && table[1][2] == 0);
    check(__func__[0] == 'm' && sizeof __func__ == 5);
    check(__FUNCTION__[3] == 'n');
    return 0;
}
