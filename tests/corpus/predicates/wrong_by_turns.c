// One who writes and one who reads take turns, and are looked at in between.
// expect: false(unreach-call)
// property: unreach-call
// Why: the first to write is ahead by one, until the other has read.
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
    if (written != read)
        reach_error(); //! violated
    return 0;
}
