// Tags, members, labels and ordinary names do not clash.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct a { int a; };
union b { int b; struct a a; };
enum c { d };
static struct a a = {1};

static int e(int e) {
    goto e;
e:
    return e + 1;
}

int main(void) {
    struct a b = {2};
    union b c = {3};
    check(a.a == 1 && b.a == 2 && c.b == 3 && c.a.a == 3);
    check(e(4) == 5 && d == 0);
    struct main { int main; } main_object = {6};
    check(main_object.main == 6);
    typedef struct pair { int first; struct pair *pair; } pair;
    pair p = {7, &p};
    {
        struct pair *pair = &p;        // a variable from here to the brace
        check(pair->pair->first == 7);
    }
    goto a;
    check(0);
a:  return a.a - 1;
}
