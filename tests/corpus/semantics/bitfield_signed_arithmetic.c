// Signed bit-fields wrap on store, extend on load and compute as int.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { signed int a : 4; signed int b : 1; signed long long c : 40; unsigned d : 4; };

int main(void) {
    struct s x = {7, 0, 0, 15};
    x.a++;
    check(x.a == -8);
    x.a--;
    check(x.a == 7);
    x.b = 1;
    check(x.b == -1);
    x.c = 0x7FFFFFFFFFLL;
    check(x.c == 549755813887LL && x.c > 0);
    x.c = 0x8000000000LL;
    check(x.c == -549755813888LL);
    check(x.d > -1 && x.a > -1);
    x.d++;
    check(x.d == 0);
    x.d--;
    check(x.d == 15 && -x.d == -15);
    x.a = x.d;
    check(x.a == -1 && (x.a == x.d) == 0);
    int v = (x.d = 19);
    check(v == 3 && (x.a = 9) == -7);
    check((x.d << 28) == (3 << 28) && ~x.d == -4);
    return 0;
}
