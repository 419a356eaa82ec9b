// sizeof does not evaluate its operand and takes types and expressions.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int f(void) { return ++calls; }
struct s { char c; short h; };

int main(void) {
    int i = 1, a[5];
    check(sizeof(i++) == 4 && sizeof i++ == 4 && i == 1);
    check(sizeof(f()) == 4 && calls == 0);
    check(sizeof *(int *)0 == 4 && sizeof ((struct s *)0)->h == 2);
    check(sizeof "hello" == 6 && sizeof("") == 1);
    check(sizeof a == 20 && sizeof a / sizeof a[0] == 5);
    check(sizeof(char) == 1 && sizeof(struct s) == 4 && sizeof(struct s[3]) == 12);
    check(sizeof 'x' == 4 && sizeof 1.0f == 4);
    check(sizeof(int (*)[5]) == sizeof(void *) && sizeof(int[2][3]) == 24);
    check(sizeof(unsigned char)-1 == 0);          // minus, not a cast of -1
    check(sizeof(a)[0] == 4);                     // (a)[0] is the operand
    check(sizeof i * 2 == 8);
    check(sizeof(struct { int x; double y[2]; }) >= 20);
    check(sizeof(1 ? (char)1 : (char)2) == 4);
    check(sizeof((char)i) == 1 && sizeof(i = 5) == 4 && i == 1);
    check(sizeof(sizeof 0) == sizeof(void *));
    check(sizeof(f) == 1);                        // GNU: a function
    check(-1 + sizeof(char) == 0);
    return 0;
}
