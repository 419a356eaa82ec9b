// Comments act as one space and hide nothing in strings.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

/* a /* does not nest */
/**/ /***/ /*/ still a comment /*/ static int before = 1;

int main(void) {
    int a = 10 /* in between */ - /**/ 3;
    check(a == 7);
    int b = a //* not a block comment
            / 1;
    check(b == 7);
    const char *s = "/* not */ // a comment";
    check(s[0] == '/' && s[11] == '/' && s[12] == ' ' && sizeof "//" == 3);
    check('/*' == '/' * 256 + '*');
    int/* glue? */c = 3;
    check(c == 3);
    int *p = &a, d = a/ *p;
    check(d == 1);
    /* over
       several // lines " with a quote
       and 'another */ check(before == 1);
    return 0; // the end /* unopened
}
