// A switch body need not be a block of cases.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int no_braces(int x) {
    int y = 0;
    switch (x) case 3: y = 1;
    switch (x) default: y += 10;
    return y;
}
static int hidden(int x) {
    int y = 0;
    switch (x) {
        int z;                       // declared before the first case
        y = 100;                     // never reached
    case 1:
        z = 5;
        y += z;
        break;
    case 2: {
        z = 7;
        case 3:                      // a case inside an inner block
            y += 20;
        }
    }
    return y;
}
static int in_if(int x) {
    switch (x) {
        if (x) {
    case 1: return 11;
        } else {
    case 2: return 22;
        }
    }
    return 33;
}
static int empty(int x) { switch (x++) {} switch (x) ; return x; }

int main(void) {
    check(no_braces(3) == 11 && no_braces(4) == 10);
    check(hidden(1) == 5 && hidden(2) == 20 && hidden(3) == 20 && hidden(4) == 0);
    check(in_if(1) == 11 && in_if(2) == 22 && in_if(3) == 33);
    check(empty(4) == 5);
    return 0;
}
