// Members of packed structs are read and written at odd offsets.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct __attribute__((packed)) msg { unsigned char kind; unsigned length; unsigned short port; long long stamp; };
struct __attribute__((packed)) pair { char c; struct msg m; };

int main(void) {
    struct msg m[2] = {{1, 0x11223344, 0x5566, -2}, {2, 3, 4, 5}};
    check(sizeof m[0] == 15 && sizeof(struct pair) == 16);
    unsigned char *b = (unsigned char *)m;
    check(b[0] == 1 && b[1] == 0x44 && b[4] == 0x11 && b[5] == 0x66 && b[7] == 0xFE && b[14] == 0xFF && b[15] == 2);
    m[1].length += 0xFFFFFF;
    check(m[1].length == 0x1000002 && b[16] == 2 && b[19] == 1 && m[1].kind == 2 && m[1].port == 4);
    m[0].stamp *= -1000000007LL;
    check(m[0].stamp == 2000000014LL);
    m[0].port++;
    check(m[0].port == 0x5567 && m[0].length == 0x11223344);
    struct pair p = {9, m[1]};
    check(p.m.stamp == 5 && ((char *)&p)[1] == 2);
    struct pair *q = &p;
    q->m.length = ~q->m.length;
    check(p.m.length == 0xFEFFFFFDu && p.c == 9);
    return 0;
}
