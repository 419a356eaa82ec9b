// The same text in another function is not meant.
// expect: false(more)
// spec: tests/corpus/specs/parts.spc
extern void go(void);

static void other(void)
{
    go();
}

int main(void)
{
    other();
    go(); //! violated
    return 0;
}
