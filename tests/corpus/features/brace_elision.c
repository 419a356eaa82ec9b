// Braces of inner aggregates may be left out.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct in { int a[2]; char c; };
struct out { struct in x, y; int last; };

int main(void) {
    int m[2][3] = {1, 2, 3, 4};
    check(m[0][2] == 3 && m[1][0] == 4 && m[1][1] == 0);
    int n[][2] = {1, 2, 3, 4, 5};
    check(sizeof n == 24 && n[2][0] == 5 && n[2][1] == 0);
    int k[3][2] = {{1}, {2}, 3};
    check(k[0][0] == 1 && k[0][1] == 0 && k[1][0] == 2 && k[2][0] == 3);
    struct out o = {1, 2, 'a', {{4}, 'b'}, 7};
    check(o.x.a[1] == 2 && o.x.c == 'a' && o.y.a[0] == 4 && o.y.a[1] == 0 && o.y.c == 'b');
    check(o.last == 7);
    struct in one = {1, 2, 'z'};
    struct out p = {one, 5, 6};          // a struct value fills a whole member
    check(p.x.c == 'z' && p.y.a[0] == 5 && p.y.a[1] == 6);
    int scalar = {42};
    check(scalar == 42);
    char words[][4] = {"ab", {"cd"}, 'e', 'f'};
    check(sizeof words == 12 && words[1][1] == 'd' && words[2][1] == 'f' && words[2][2] == 0);
    return 0;
}
