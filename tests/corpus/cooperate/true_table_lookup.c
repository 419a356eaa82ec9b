// HECTOR's table_lookup: a function computes the place of a cell, another one uses it.
// expect: true
// property: valid-deref
// product: extents+symbolic+intervals+values
// overflow: error
// Why: what look_up returns is known in terms of what it was given.
extern void *malloc(unsigned long size);
extern void free(void *block);
extern int __VERIFIER_nondet_int(void);
static int *look_up(int *board, int size, int r, int c)
{
    return board + r * size + c;
}
int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size <= 0)
        return 0;
    int *board = malloc(size * size * sizeof(int));
    if (!board)
        return 0;
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            *look_up(board, size, r, c) = 0;
    free(board);
    return 0;
}
