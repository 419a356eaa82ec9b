// One return of main comes before finish.
// expect: false(session)
// spec: tests/corpus/specs/session.spc
extern int failed;
extern void finish(void);

int main(void)
{
    if (failed)
        return 1; //! violated
    finish();
    return 0;
}
