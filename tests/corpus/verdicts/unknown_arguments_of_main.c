// With other arguments than those tried it may go wrong.
// expect: unknown(imprecise)
// property: unreach-call
// data-model: both
extern void reach_error(void);

int main(int count, char **arguments) {
    if (count == 7 && arguments[6][0] == 'x')
        reach_error();
    return 0;
}
