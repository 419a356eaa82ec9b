// HECTOR's T7: a cell of a square table of any size, found by arithmetic.
// expect: true
// property: valid-deref
// together: extents+symbolic+values
// overflow: error
// Why: the cell's place r * size + c is below size * size because r and c are below size.
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
    if (size <= 0 || r < 0 || r >= size || c < 0 || c >= size)
        return 0;
    struct cell *board = malloc(size * size * sizeof(struct cell));
    if (!board)
        return 0;
    struct cell *cell = board + r * size + c;
    cell->exposed = 1;
    free(board);
    return 0;
}
