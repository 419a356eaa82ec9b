// The second choice matters.
// expect: false(either)
// spec: tests/corpus/specs/either.spc
extern void split(void), go_right(void);

int main(void)
{
    split();
    go_right(); //! violated
    return 0;
}
