// A copied structure goes its own way.
// expect: true
// property: unreach-call
// Why: t is a copy; writing it leaves s alone, and s.b stays n.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
    int a, b;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct pair s = {1, n}, t = s;
    while (__VERIFIER_nondet_int()) {
        if (t.b != n)
            reach_error();
        t.b++;
        t.a = 2;
        if (s.b != n || s.a != 1)
            reach_error();
        t = s;
    }
    return 0;
}
