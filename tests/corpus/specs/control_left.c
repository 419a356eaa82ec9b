// The second call is in a run that the automaton leaves.
// expect: false(control)
// spec: tests/corpus/specs/control.spc
extern int check(int), log_it(const char *);

int main(void)
{
    log_it("a");
    int fine = check(1);
    if (fine > 3)
        log_it("b"); //! violated
    return 0;
}
