// The option makes a large status an error.
// expect: false(status)
// spec: tests/corpus/specs/status.spc:strict

int main(void)
{
    return 7; //! violated
}
