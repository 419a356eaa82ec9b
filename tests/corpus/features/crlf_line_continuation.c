// A backslash before a carriage return and a line feed joins lines.
// expect: true
// data-model: both
/* a comment
   over two lines */
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int joined = 1\
2;
int main(void) {
    check(joined == 12); // a comment ends with its line
    const char *s = "a\
b";
    check(sizeof "a\
b" == 3 && s[1] == 'b' && s[2] == 0);
    int n = 3;
    n +=
        4;
    check(n == 7);
    return 0;
}
