// Nothing of it happens.
// expect: true
// spec: tests/corpus/specs/parts.spc
extern void go(void), forbidden(int);

static void other(void)
{
    go();
}

int main(void)
{
    other();
    return 0;
}
