// Packed and aligned structures inside one another, through pointers and copies.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct __attribute__((packed)) p { char c; int n; short h; long long w; };
struct __attribute__((packed, aligned(4))) q { char c; double d; };
struct a { char c; struct p p; int n; };
struct b { char c; struct q q __attribute__((aligned(8))); };
struct __attribute__((packed)) f { unsigned x : 3, y : 30; char z; unsigned long long w : 50; };
struct c { char c; int n __attribute__((packed)); short h; };
struct __attribute__((aligned(16))) d { int n; };
struct e { char c; struct d d[2]; };
#pragma pack(push, 2)
struct two { char c; int n; double d; char e; };
#pragma pack(pop)
#define at(t, m) __builtin_offsetof(struct t, m)

static long long gather(const struct p *p) { return p->c + p->n * 2LL + p->h * 4 + p->w * 8; }

int main(void) {
    check(sizeof(struct p) == 15 && at(p, n) == 1 && at(p, w) == 7 && _Alignof(struct p) == 1);
    check(sizeof(struct q) == 12 && at(q, d) == 1 && _Alignof(struct q) == 4);
    check(sizeof(struct a) == 20 && at(a, p) == 1 && at(a, n) == 16);
    check(sizeof(struct b) == 24 && at(b, q) == 8);
    check(sizeof(struct c) == 8 && at(c, n) == 1 && at(c, h) == 6 && _Alignof(struct c) == 2);
    check(sizeof(struct d) == 16 && sizeof(struct e) == 48 && at(e, d) == 16);
    check(sizeof(struct two) == 16 && at(two, n) == 2 && at(two, d) == 6 && at(two, e) == 14);
    struct p v[3] = {{1, 2, 3, 4}, {.w = -1, .n = -2}, {0}};
    check(gather(v) == 1 + 4 + 12 + 32 && gather(v + 1) == -12);
    v[1].n = 0x01020304;
    v[1].w = 0x1122334455667788;
    unsigned char *bytes = (unsigned char *)&v[1];
    check(bytes[1] == 4 && bytes[4] == 1 && bytes[7] == 0x88 && bytes[14] == 0x11 && (char *)&v[2] - (char *)&v[1] == 15);
    v[2] = v[1];
    v[1].h = -1;
    check(v[2].h == 0 && v[2].w == v[1].w && bytes[5] == 255 && bytes[6] == 255 && bytes[15] == 0);
    struct a x = {1, {2, 3, 4, 5}, 6}, y = x;
    y.p.n++;
    check(x.p.n == 3 && y.p.n == 4 && y.n == 6 && gather(&y.p) == 2 + 8 + 16 + 40);
    struct f g = {5, 0x3FFFFFFF, 'z', 0};
    check(sizeof g == 13 && g.x == 5 && g.y == 0x3FFFFFFF && g.z == 'z');
    g.w = 0x3FFFFFFFFFFFF;
    g.y = 1;
    check(((unsigned char *)&g)[0] == 13 && g.w == 0x3FFFFFFFFFFFF && ++g.w == 0);
    struct q z = {'q', 2.5};
    double d = z.d;
    z.d *= 2;
    check(d == 2.5 && z.d == 5 && ((unsigned char *)&z)[8] == 0x40);
    struct two t = {1, 2, 3.5, 4};
    check(t.d + t.n + t.c + t.e == 10.5);
    return 0;
}
