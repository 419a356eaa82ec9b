// Bit-fields of long long may be wider than int.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { unsigned long long a : 40; signed long long b : 20; unsigned long long c : 4; };

int main(void) {
    check(sizeof(struct s) == 8);
    union { struct s s; unsigned long long u; } x = {.u = 0};
    x.s.a = 0xFFFFFFFFFFFFull;              // loses the top eight bits
    check(x.s.a == 0xFFFFFFFFFFull);
    x.s.b = -5;
    x.s.c = 9;
    check(x.s.b == -5 && x.s.c == 9);
    check(x.u == (9ull << 60 | 0xFFFFBull << 40 | 0xFFFFFFFFFFull));
    x.s.a = 0x123456789Aull;
    unsigned long long whole = x.s.a;
    check(whole == 0x123456789Aull);
    x.s.a += 1;
    check(x.s.a == 0x123456789Bull && x.s.b == -5);
    x.s.b = 0x80000;
    check(x.s.b == -524288);
    return 0;
}
