// What is learned about a constant is not written to it: that would end the run.
// expect: false(unreach-call)
// property: unreach-call
extern void reach_error(void);

static const char text[] = "ab";

int main(void) {
    if (text[1] == 'b')
        reach_error(); //! violated
    return 0;
}
