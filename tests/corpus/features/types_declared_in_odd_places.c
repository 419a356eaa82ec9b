// A struct or enum may be declared wherever a type is named.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct made { int a; } make(int x) { struct made m = {x}; return m; }
static enum mode { OFF, ON = 4 } current = ON;
static struct { struct nested { short s; } in; } holder = {{9}};
static int takes(struct local { int v; } *p) { return p != 0; }
typedef enum { T_A = 6 } t;

int main(void) {
    struct made m = make(3);
    check(m.a == 3 && current == ON);
    struct nested n = holder.in;                   // visible outside too
    check(n.s == 9 && sizeof(struct nested) == 2);
    check(sizeof(struct inside { char c[5]; }) == 5);
    struct inside i = {"abcd"};
    check(i.c[3] == 'd');
    int x = (enum { Q = 7, R })8;
    check(x == R && Q == 7);
    check(((struct lit { int u, v; }){1, 2}).v == 2);
    struct lit l = {3, 4};
    check(l.u == 3 && T_A == 6);
    check(takes((void *)&l) == 1);
    union { int i; } u = {5}, *pu = &u;
    check(pu->i == 5);
    return 0;
}
