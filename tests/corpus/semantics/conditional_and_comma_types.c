// The type of ?: comes from both arms, that of a comma from its last operand.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int log_;
static int mark(int n) { log_ = log_ * 10 + n; return n; }
struct v { int a[3]; };
static struct v make(int n) { struct v v = {{n, n + 1, n + 2}}; return v; }

int main(void) {
    int yes = 1, no = 0;
    check((yes ? -1 : 1u) > 0 && (yes ? -1 : 1LL) < 0);
    check(sizeof(yes ? 1 : 1LL) == 8 && sizeof(yes ? 'a' : (char)1) == sizeof(int) && sizeof(no ? 1 : 2.0f) == 4);
    check((yes ? 3 : 1.5) / 2 == 1.5 && (no ? 0u : -1) == 4294967295u);
    signed char c = -1;
    unsigned char u = 255;
    check((yes ? c : u) == -1 && (no ? c : u) == 255 && (c == u) == 0);
    check((yes ? (short)-1 : (unsigned short)1) == -1);
    int n = 5, *p = yes ? &n : 0, *q = no ? &n : (void *)0;
    check(*p == 5 && q == 0 && *(yes ? p : (int *)0) == 5);
    const char *text = yes ? "long" : "s";
    check(sizeof(yes ? "long" : "s") == sizeof(char *) && text[3] == 'g');
    mark(1), mark(2), mark(3);
    check(log_ == 123);
    log_ = 0;
    int r = (mark(4), mark(5)) ? mark(6) : mark(7);
    check(r == 6 && log_ == 456);
    log_ = 0;
    check((mark(0) ?: mark(8)) == 8 && (mark(9) ?: mark(1)) == 9 && log_ == 89);
    check((no ? yes : no ? 2 : 3) == 3 && (yes ? no ? 4 : 5 : 6) == 5);
    check((yes ? make(1) : make(5)).a[2] == 3 && (no, make(7)).a[1] == 8);
    struct v x = make(0), y = make(9);
    x = no ? x : y;
    check(x.a[0] == 9);
    *(yes ? &x : &y) = make(2);
    check(x.a[1] == 3 && y.a[1] == 10);
    log_ = 0;
    if ((mark(1), 0) || (mark(2), 1) && (mark(3), 1))
        mark(4);
    check(log_ == 1234);
    for (int i = 0, j = 10; i < j; i++, j--)
        n = i, n += j;
    check(n == 10);
    unsigned w = yes ? -1 : 0;
    long long l = yes ? -1 : 0u, m = no ? 0u : -1;
    check(w == ~0u && l == 4294967295LL && m == 4294967295LL);
    check(((char)1, 300) == 300 && sizeof((1, (char)1)) == 1);
    int arr[3] = {1, 2, 3};
    check(sizeof((0, arr)) == sizeof(int *) && (yes ? arr : 0)[1] == 2 && *(0, arr + 2) == 3);
    return 0;
}
