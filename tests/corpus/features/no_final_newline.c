// The last line of a file need not end in a newline.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int value = 4;

int main(void) {
    check(value == 4);
    return 0;
} // no newline here