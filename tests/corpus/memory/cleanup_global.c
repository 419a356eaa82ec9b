// A block is still reachable from a global when main returns: no leak, but not cleaned up.
// run: cleanup
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);

static int *table;

int main(void) {
    table = malloc(8 * sizeof *table); //! cleanup
    for (int i = 0; i < 8; i++)
        table[i] = i;
    return table[0];
}
