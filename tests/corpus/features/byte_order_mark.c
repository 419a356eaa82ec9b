// A byte-order mark at the start of the file is skipped.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(sizeof "é" == 3);
    check((unsigned char)"é"[0] == 0xC3);
    return 0;
}
