// The second call is only in runs that the automaton ends.
// expect: true
// spec: tests/corpus/specs/control.spc
extern int check(int), log_it(const char *);

int main(void)
{
    log_it("a");
    int fine = check(1);
    if (!fine)
        log_it("b");
    return 0;
}
