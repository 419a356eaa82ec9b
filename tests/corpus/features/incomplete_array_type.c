// An array of unknown size can be pointed to and completed later.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

extern int later[];
static int (*view)[] = &later;
static int first(int (*p)[]) { return (*p)[0]; }
typedef int list[];
static int sum(const list a, int n) { int s = 0; while (n--) s += a[n]; return s; }
struct table { const char *(*names)[]; };

int later[4] = {1, 2, 3, 4};

int main(void) {
    check((*view)[2] == 3 && first(view) == 1);
    check(sizeof later == 16);
    int (*sized)[4] = view;                // compatible with every length
    check((*sized)[3] == 4);
    check(sum(later, 4) == 10);
    const char *words[] = {"x", "yz"};
    struct table t = {&words};
    check((*t.names)[1][1] == 'z');
    return 0;
}
