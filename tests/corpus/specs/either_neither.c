// Neither choice matters.
// expect: true
// spec: tests/corpus/specs/either.spc
extern void split(void), go_on(void);

int main(void)
{
    split();
    go_on();
    return 0;
}
