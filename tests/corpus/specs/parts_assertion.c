// What the assertion speaks of happens.
// expect: false(assertion3)
// spec: tests/corpus/specs/parts.spc
extern void forbidden(int, int);

int main(void)
{
    forbidden(1, 2); //! violated
    return 0;
}
