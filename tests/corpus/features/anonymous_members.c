// Members of unnamed structs and unions belong to the enclosing type.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct shape {
    int kind;
    union {
        struct { int w, h; };
        struct { int radius; };
        int raw[2];
    };
    struct { struct { char deep; }; };
};

int main(void) {
    struct shape s = {1, {{3, 4}}, {{9}}};
    check(s.w == 3 && s.h == 4 && s.radius == 3);
    check(s.raw[1] == 4 && s.deep == 9);
    s.radius = 11;
    check(s.w == 11);
    struct shape t = {.h = 6, .deep = 2, .kind = 5};
    check(t.kind == 5 && t.raw[0] == 0 && t.raw[1] == 6 && t.deep == 2);
    struct shape *p = &t;
    p->deep++;
    check(p->deep == 3);
    check(__builtin_offsetof(struct shape, h) == 8);
    check(__builtin_offsetof(struct shape, deep) == 12);
    check(sizeof(struct shape) == 16);
    return 0;
}
