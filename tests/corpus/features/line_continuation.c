// A backslash at the end of a line joins it with the next, even inside a token.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    in\
t split = 1\
2;
    check(split == 12);
    const char *s = "ab\
cd";
    check(s[2] == 'c' && s[4] == 0);
    int n = 1; // this comment goes on \
    n = 100;
    check(n == 1);
    n +\
= 4;
    check(n == 5);
    /\
/ a comment too: n = 200;
    /\
* and this n = 300; *\
/
    check(n == 5);
    char c = '\
x';
    check(c == 'x');
    return 0;
}
