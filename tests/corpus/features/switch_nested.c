// break belongs to the innermost switch and continue to the loop around it.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int nested(int a, int b) {
    int r = 0;
    switch (a) {
    case 1:
        switch (b) {
        case 1: r = 11; break;
        case 2: r = 12; break;
        default: r = 19;
        }
        r += 100;
        break;
    case 2:
        switch (b) case 1: return 21;
    default:
        r = 99;
    }
    return r;
}

int main(void) {
    check(nested(1, 1) == 111 && nested(1, 2) == 112 && nested(1, 7) == 119);
    check(nested(2, 1) == 21 && nested(2, 5) == 99 && nested(5, 5) == 99);
    int log = 0;
    for (int i = 0; i < 5; i++) {
        switch (i) {
        case 0: break;               // leaves the switch
        case 1: continue;            // next round of the loop
        case 3: goto out;
        }
        log = log * 10 + i + 1;
    }
out:
    check(log == 13);
    int n = 0, x = 3;
    switch (x) {
        for (; n < 10; n++) {
        case 3:
            if (n == 4) break;       // leaves the loop, not the switch
        }
        n += 50;
    }
    check(n == 54);
    return 0;
}
