// The integer type behind an enum depends on its values.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum plain { P };                      // unsigned: no negative value
enum neg { N = -1, N2 = 5 };           // int
enum big { B = 0x80000000 };           // unsigned
enum huge { H = 0x100000000LL };       // GNU: 64 bits
enum small { S = 200 } __attribute__((packed));

int main(void) {
    check((enum plain)-1 > 0);
    check((enum neg)-1 < 0);
    check(sizeof(enum plain) == 4 && sizeof(enum neg) == 4);
    check(sizeof(enum big) == 4 && B > 0 && B == 2147483648u);
    check(sizeof(enum huge) == 8 && H == 4294967296LL);
    check(sizeof(enum small) == 1 && S == 200);
    enum plain p = P;
    p--;
    check(p == 4294967295u);
    enum small s = S;
    s += 100;
    check(s == 44);                    // one unsigned byte
    return 0;
}
