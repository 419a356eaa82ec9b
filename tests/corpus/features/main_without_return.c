// Reaching the closing brace of main returns zero.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int five(void) { return 5; }

int main(void) {
    check(five() == 5);
    if (five() == 5) {
        five();
    }
}
