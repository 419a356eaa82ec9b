// A struct assignment reads a whole struct from a block that is one member too short.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct triple { int x, y, z; };

int main(void) {
    int *block = malloc(2 * sizeof(int));
    struct triple t = {0, 0, 0};
    block[0] = 1;
    block[1] = 2;
    t = *(struct triple *)block; //! out-of-bounds
    free(block);
    return t.x;
}
