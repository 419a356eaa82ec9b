// Structs with arrays and unions passed, returned and assigned by value through several calls.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct vec { int v[3]; };
struct mat { struct vec row[2]; union { char c[4]; unsigned u; } tag; };

static struct vec plus(struct vec a, struct vec b) {
    for (int i = 0; i < 3; i++)
        a.v[i] += b.v[i];
    return a;
}
static struct mat swap(struct mat m) {
    struct vec t = m.row[0];
    m.row[0] = m.row[1];
    m.row[1] = t;
    m.tag.c[0]++;
    return m;
}
static struct mat power(struct mat m, int n) { return n ? swap(power(m, n - 1)) : m; }

int main(void) {
    struct mat m = {{{{1, 2, 3}}, {{4, 5, 6}}}, {{1, 2, 3, 4}}};
    check(plus(m.row[0], m.row[1]).v[2] == 9 && m.row[0].v[2] == 3);
    struct mat n = power(m, 3);
    check(n.row[0].v[0] == 4 && n.row[1].v[1] == 2 && n.tag.u == 0x04030204u && m.tag.u == 0x04030201u);
    m.row[0] = m.row[1] = plus(n.row[0], (struct vec){.v = {[1] = 10}}.v[1] ? n.row[1] : n.row[0]);
    check(m.row[0].v[0] == 5 && m.row[1].v[2] == 9);
    struct mat *p = &n;
    *p = swap(*p);
    check(p->row[0].v[0] == 1 && swap(*p).row[0].v[0] == 4);
    struct { struct mat a[2]; } deep = {{m, n}};
    deep.a[0] = deep.a[1];
    check(deep.a[0].tag.c[0] == 5 && deep.a[0].row[1].v[2] == 6);
    return 0;
}
