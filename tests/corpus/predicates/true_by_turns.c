// One who writes and one who reads take turns: neither count moves evenly from round to round.
// expect: true
// property: unreach-call
// Why: written == read while not full, and written == read + 1 while full.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned written = 0, read = 0;
    int full = 0;
    while (__VERIFIER_nondet_int()) {
        if (full) {
            read++;
            full = 0;
        } else {
            written++;
            full = 1;
        }
    }
    if (!full && written != read)
        reach_error();
    return 0;
}
