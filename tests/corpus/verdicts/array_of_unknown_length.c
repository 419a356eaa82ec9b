// An array that others define may be longer than nothing.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int table[];
extern void reach_error(void);

int main(void) {
    if (table[3] == 7)
        reach_error(); //! violated
    return 0;
}
