// The value of an assignment to a bit-field is the stored value.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { unsigned a : 3; signed b : 3; _Bool c : 1; };

int main(void) {
    struct s x = {0};
    check((x.a = 9) == 1);
    check((x.b = 6) == -2);
    check((x.c = 4) == 1);
    check((x.a += 7) == 0);
    x.a = 6;
    check(x.a++ == 6 && x.a == 7 && ++x.a == 0);
    int i = x.b = 15;
    check(i == -1);
    x.a = 5;
    x.a <<= 1;
    check(x.a == 2);
    x.a |= 12;
    check(x.a == 6);
    struct s *p = &x;
    check((p->b -= 4) == 3);       // -1 - 4 is -5, kept as 3
    return 0;
}
