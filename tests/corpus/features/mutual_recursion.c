// Functions may call each other through forward declarations.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static const char *at;
static int expr(void);
static int atom(void) {
    if (*at == '(') {
        at++;
        int v = expr();
        at++;
        return v;
    }
    int v = 0;
    while (*at >= '0' && *at <= '9')
        v = v * 10 + *at++ - '0';
    return v;
}
static int term(void) { int v = atom(); while (*at == '*') at++, v *= atom(); return v; }
static int expr(void) { int v = term(); while (*at == '+') at++, v += term(); return v; }
static int parse(const char *s) { at = s; int v = expr(); check(*at == 0); return v; }

int main(void) {
    check(is_even(10) && !is_even(7) && is_odd(9));
    check(parse("2+3*4") == 14 && parse("(2+3)*4") == 20 && parse("((7))*(1+1)+12") == 26);
    return 0;
}
