// No block lies in another, whatever their addresses are.
// expect: true
// data-model: both
extern void *malloc(unsigned long);
extern void reach_error(void);

int main(void)
{
    long *table = malloc(4 * sizeof *table);
    long *other = malloc(sizeof *other);
    if (table == 0 || other == 0)
        return 0;
    if (table <= other && other < table + 4)
        reach_error();
    return 0;
}
