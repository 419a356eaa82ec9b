// Designators set members and elements in any order; the rest is zero.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct p { int x, y, z; };
struct line { struct p from, to; char name[4]; };

int main(void) {
    struct p a = {.z = 3, .x = 1};
    check(a.x == 1 && a.y == 0 && a.z == 3);
    struct p b = {.y = 5, 6};                     // goes on after y
    check(b.x == 0 && b.y == 5 && b.z == 6);
    int v[] = {[3] = 30, 40, [1] = 10, 20};       // 20 goes to 2
    check(sizeof v == 20 && v[0] == 0 && v[1] == 10 && v[2] == 20 && v[3] == 30 && v[4] == 40);
    struct line l = {.to.y = 7, .name = "ab", .from = {1, 2}, .to.z = 8};
    check(l.from.x == 1 && l.from.y == 2 && l.to.x == 0 && l.to.y == 7 && l.to.z == 8);
    check(l.name[1] == 'b');
    struct p list[] = {[1].x = 4, [1].z = 6, [0] = {9, 9, 9}};
    check(sizeof list == 24 && list[1].x == 4 && list[1].y == 0 && list[1].z == 6);
    check(list[0].z == 9);
    int m[2][3] = {[1][2] = 5, [0] = {1}};
    check(m[1][2] == 5 && m[0][0] == 1 && m[1][0] == 0);
    struct { struct p q[2]; int end; } n = {.q[1] = {.y = 2}, 77};
    check(n.q[1].y == 2 && n.end == 77 && n.q[0].x == 0);
    struct p old = {y: 4, x: 3};                  // GNU: old style
    check(old.x == 3 && old.y == 4);
    return 0;
}
