// As many as there is room for.
// expect: true
// spec: tests/corpus/specs/many.spc
extern void put(int), take(int), all_taken(void);

int main(void)
{
    take(7);
    for (int i = 0; i < 16; i++)
        put(i);
    for (int i = 15; i >= 0; i--)
        take(i);
    all_taken();
    return 0;
}
