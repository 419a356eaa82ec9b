// __builtin_offsetof handles nested members, array elements and constants.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct in { char c; short s[4]; };
struct out { int i; struct in a[3]; union { char u; int v; }; };

static const int table[__builtin_offsetof(struct out, a[1])] = {1};
enum { AT = __builtin_offsetof(struct out, a[2].s[1]) };

int main(void) {
    check(__builtin_offsetof(struct out, i) == 0);
    check(__builtin_offsetof(struct out, a) == 4);
    check(sizeof table == 14 * sizeof(int));
    check(AT == 4 + 2 * 10 + 2 + 2);
    check(__builtin_offsetof(struct out, v) == 36);
    int k = 2;
    check(__builtin_offsetof(struct in, s[k]) == 6);     // GNU: a variable index
    struct out o;
    o.a[1].s[3] = 77;
    char *base = (char *)&o;
    check(*(short *)(base + __builtin_offsetof(struct out, a[1].s[3])) == 77);
    return 0;
}
