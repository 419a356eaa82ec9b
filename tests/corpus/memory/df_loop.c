// Two entries of a table hold the same block, and a loop frees every entry.
// run: double-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    int *table[4];
    for (int i = 0; i < 4; i++)
        table[i] = malloc(sizeof(int));
    free(table[3]);
    table[3] = table[1];
    for (int i = 0; i < 4; i++)
        free(table[i]); //! double-free
    return 0;
}
