// A struct argument is a copy and a returned struct is a value.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct point { int x, y; };
struct big { int a[20]; struct point p; };

static struct point swap(struct point p) {
    int t = p.x;
    p.x = p.y;
    p.y = t;
    return p;
}

static struct big fill(struct big b, int with) {
    for (int i = 0; i < 20; i++)
        b.a[i] += with;
    b.p = swap(b.p);
    return b;
}

int main(void) {
    struct point p = {1, 2};
    struct point q = swap(p);
    check(p.x == 1 && q.x == 2 && q.y == 1);
    check(swap(swap(p)).y == 2);
    struct big b = {{5, 6}, {3, 4}};
    struct big c = fill(b, 10);
    check(b.a[0] == 5 && c.a[0] == 15 && c.a[19] == 10);
    check(c.p.x == 4 && b.p.x == 3);
    check(fill(fill(b, 1), 2).a[1] == 9);
    check(fill(b, 1).a[1] == 7);     // member array of an rvalue
    return 0;
}
