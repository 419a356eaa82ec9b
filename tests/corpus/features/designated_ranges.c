// GNU range designators fill a run of elements.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int once(void) { return ++calls; }

static const char kind[256] = {['0' ... '9'] = 1, ['a' ... 'z'] = 2, ['e'] = 3};

int main(void) {
    check(kind['0'] == 1 && kind['9'] == 1 && kind['/'] == 0 && kind[':'] == 0);
    check(kind['a'] == 2 && kind['e'] == 3 && kind['f'] == 2);
    int a[] = {[0 ... 3] = 7, 8, [2] = 1};
    check(sizeof a == 20 && a[0] == 7 && a[2] == 1 && a[3] == 7 && a[4] == 8);
    int b[4] = {[1 ... 2] = once()};
    check(calls == 1 && b[1] == 1 && b[2] == 1 && b[3] == 0);
    struct { int x, y; } s[3] = {[0 ... 2] = {1, 2}, [1].y = 5};
    check(s[0].y == 2 && s[1].x == 1 && s[1].y == 5 && s[2].y == 2);
    int m[2][3] = {[0 ... 1][1 ... 2] = 4};
    check(m[0][0] == 0 && m[0][1] == 4 && m[1][2] == 4);
    return 0;
}
