// A variable of another file may hold anything.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern void reach_error(void);

extern int mode;

int main(void) {
    if (mode == 1)
        reach_error(); //! violated
    return 0;
}
