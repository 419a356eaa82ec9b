// Lines may end in a carriage return and a line feed.
// expect: true
// data-model: both
/* a comment
   over two lines */
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int joined = 12;
# 1 "crlf.c"
int main(void) {
    check(joined == 12); // a comment ends with its line
    check(sizeof "ab" == 3);
    int n = 3;
    n +=
        4;
    check(n == 7);
    return 0;
}
