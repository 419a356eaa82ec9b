// The label stands before a loop.
// expect: false(label)
// spec: tests/corpus/specs/label.spc
extern int x;

int main(void)
{
    if (x < 0)
        goto failed_badly;
    return 0;
failed_badly:
    while (x < 10) //! violated
        x++;
    return 1;
}
