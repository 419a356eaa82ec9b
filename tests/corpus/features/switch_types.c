// The switch operand is promoted and the labels convert to its type.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int of_char(char c) {
    switch (c) {
    case -1: return 1;
    case 255: return 2;              // never equal to a signed char
    case 'a': return 3;
    }
    return 0;
}
static int of_unsigned(unsigned u) {
    switch (u) {
    case -1: return 1;               // converts to 4294967295
    case 0: return 2;
    }
    return 0;
}
static int of_long(long long x) {
    switch (x) {
    case 0x100000001LL: return 1;
    case 1: return 2;
    }
    return 0;
}
enum e { A = 3, B = 4 };

int main(void) {
    check(of_char('\xff') == 1 && of_char('a') == 3 && of_char(0) == 0);
    check(of_unsigned(4294967295u) == 1 && of_unsigned(0) == 2);
    check(of_long(0x100000001LL) == 1 && of_long(1) == 2);
    enum e v = B;
    int r = 0;
    switch (v) { case A: r = 1; break; case B: r = 2; }
    check(r == 2);
    _Bool b = 5;
    switch (b) { case 1: r = 7; }
    check(r == 7);
    switch (1 ? 3 : 4) { case 1 + 2: r = 8; break; case sizeof(int): r = 9; }
    check(r == 8);
    return 0;
}
