// A variable of another file starts with any value.
// expect: false(unreach-call)
// property: unreach-call
// Why: nothing says that mode is 0 or 1.
extern void reach_error(void);

extern int mode;

int main(void) {
    int seen = 0;
    if (mode == 0)
        seen = 1;
    if (mode == 1)
        seen = 2;
    if (!seen)
        reach_error(); //! violated
    return 0;
}
