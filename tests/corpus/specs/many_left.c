// An unknown number is put in and another one taken out.
// expect: false(many)
// spec: tests/corpus/specs/many.spc
extern void put(int), take(int), all_taken(void);

extern int n;

int main(void)
{
    take(7);
    put(n);
    put(8);
    take(8);
    all_taken(); //! violated
    return 0;
}
