// Ranges, negative and wide labels, and the type that labels are converted to.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int rank(int n) {
    switch (n) {
    case -2147483647 - 1 ... -100: return 0;
    case -99 ... -1: return 1;
    case 0: return 2;
    case 1 ... 9: return 3;
    case 10 ... 2147483646: return 4;
    default: return 5;
    }
}

static int wide(unsigned long long n) {
    switch (n) {
    case 0x100000000u: return 1;
    case 0: return 2;
    case -1LL: return 3;
    case 0xFFFFFFFFu: return 4;
    case 0x7FFFFFFFFFFFFFFF ... 0x8000000000000001: return 5;
    }
    return 6;
}

static int of_char(char c) {
    switch (c) {
    case 'a' ... 'f': c -= 'a' - '0' - 10; // falls
    case '0' ... '9': return c - '0';
    case '\xff': return 100;
    case 128: return 101;
    default: return -1;
    }
}

static int of_unsigned(unsigned u) {
    switch (u) {
    case -1: return 1;
    case 0 ... 4: return 2;
    }
    return 3;
}

static int of_bool(_Bool b) {
    switch (b) { case 0: return 10; case 1: return 20; }
    return 30;
}

int main(void) {
    check(rank(-2147483647 - 1) == 0 && rank(-100) == 0 && rank(-99) == 1 && rank(-1) == 1 && rank(0) == 2);
    check(rank(9) == 3 && rank(10) == 4 && rank(2147483646) == 4 && rank(2147483647) == 5);
    check(wide(1ull << 32) == 1 && wide(0) == 2 && wide(~0ull) == 3 && wide(~0u) == 4 && wide(1) == 6);
    check(wide(1ull << 63) == 5 && wide((1ull << 63) + 1) == 5 && wide((1ull << 63) + 2) == 6 && wide(~0ull / 2) == 5);
    check(of_char('c') == 12 && of_char('7') == 7 && of_char((char)255) == 100 && of_char((char)128) == -1 && of_char('g') == -1);
    check(of_unsigned(~0u) == 1 && of_unsigned(4) == 2 && of_unsigned(5) == 3);
    check(of_bool(7) == 20 && of_bool(0.25) == 20 && of_bool(0) == 10);
    int n = 0, steps = 0;
    switch (n++, n) {
        steps = 99;
        int hidden;
    case 1:
        hidden = 5;
        for (; steps < 3; steps++) {
    case 2:
            hidden++;
        }
        check(hidden == 8 && steps == 3);
    }
    switch (3) default: steps = 4;
    check(steps == 4);
    return 0;
}
