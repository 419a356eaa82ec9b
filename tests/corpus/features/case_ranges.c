// GNU case ranges include both ends.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int kind(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'f':
    case 'A' ... 'F': return 2;
    case -10 ... -1: return 3;
    case 1000 ... 1000: return 4;
    case 2147483640 ... 2147483647: return 5;
    default: return 0;
    }
}
static int wide(unsigned x) {
    switch (x) {
    case 0 ... 9: return 1;
    case 0x80000000 ... 0xFFFFFFFF: return 2;
    }
    return 3;
}

int main(void) {
    check(kind('0') == 1 && kind('9') == 1 && kind('/') == 0 && kind(':') == 0);
    check(kind('c') == 2 && kind('F') == 2 && kind('g') == 0);
    check(kind(-10) == 3 && kind(-1) == 3 && kind(0) == 0 && kind(-11) == 0);
    check(kind(1000) == 4 && kind(1001) == 0 && kind(2147483647) == 5);
    check(wide(9) == 1 && wide(10) == 3 && wide(-1) == 2);
    return 0;
}
