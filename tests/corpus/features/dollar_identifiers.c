// GNU C allows a dollar sign in identifiers.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct $ { int $a, b$; };
static int $f(int $) { return $ + 1; }

int main(void) {
    int a$b = 1, $1 = 2, $$ = 3, a = 10, b = 20;
    struct $ s = {.b$ = 4, .$a = 5};
    check(a$b == 1 && $1 == 2 && $$ == 3 && a + b == 30);
    check($f(s.$a) == 6 && s.b$ == 4);
    return 0;
}
