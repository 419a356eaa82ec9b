// HECTOR's T7: the row behind the last one is no part of a table.
// expect: false(valid-deref)
// property: valid-deref
// options: --overflow error
extern void *malloc(unsigned long size);
extern void free(void *block);
struct cell
{
    int mined;
    int exposed;
};
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int size = __VERIFIER_nondet_int();
    int r = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    if (size <= 0 || r < 0 || r > size || c < 0 || c >= size)
        return 0;
    struct cell *board = malloc(size * size * sizeof(struct cell));
    if (!board)
        return 0;
    struct cell *cell = board + r * size + c;
    cell->exposed = 1; //! violated
    free(board);
    return 0;
}
