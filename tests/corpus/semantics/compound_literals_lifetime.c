// Compound literals are objects: modified, shared within a block, new in each round.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct p { int x, y; };

static int sum(const int *a, int n) {
    int s = 0;
    while (n--)
        s += *a++;
    return s;
}

static struct p *bump(struct p *p) { p->x++; return p; }
static struct p mirrored(struct p p) { return (struct p){p.y, p.x}; }
static int *shared = (int[]){1, 2, 3};

int main(void) {
    check(sum((int[]){1, 2, 3, 4}, 4) == 10);
    check(bump(bump(&(struct p){5, 6}))->x == 7);
    struct p *first = 0;
    for (int i = 0; i < 4; i++) {
        struct p *now = &(struct p){i};
        check(now->x == i && now->y == 0);
        now->y = 77;
        if (i == 0)
            first = now;
    }
    (void)first;
    int i = 0;
    int *q = (int[]){i++, i++ ? 10 : 11, i};
    check(q[1] == 10 && i == 2);
    shared[1] += 40;
    check(shared[0] == 1 && shared[1] == 42 && sizeof((int[]){1, 2, 3}) == 3 * sizeof(int));
    struct p m = mirrored((struct p){.y = 1, .x = 2});
    check(m.x == 1 && m.y == 2);
    check(((struct p){3, 4}).y == 4 && (int){9} == 9 && *&(int){8} == 8);
    char *s = (char[]){"abc"};
    s[0] = 'x';
    check(s[0] == 'x' && s[3] == 0 && sizeof((char[]){"abc"}) == 4 && sizeof((char[8]){"abc"}) == 8);
    check((union { int n; unsigned char b[sizeof(int)]; }){.n = 0x01020304}.b[0] == 4);
    m = (struct p){m.y, m.x};
    check(m.x == 2 && m.y == 1);
    int count = 0;
again:;
    int *fresh = (int[2]){count};
    check(fresh[0] == count && fresh[1] == 0);
    fresh[1] = 5;
    if (++count < 3)
        goto again;
    return 0;
}
