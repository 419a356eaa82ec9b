// More than there is room for: nothing is concluded.
// expect: unknown(unsupported)
// spec: tests/corpus/specs/many.spc
extern void put(int), take(int), all_taken(void);

int main(void)
{
    take(7);
    for (int i = 0; i < 17; i++)
        put(i);
    return 0;
}
