// A heap array is read one past its last element by a constant index.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    int *p = malloc(4 * sizeof *p);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        p[i] = i;
    sum = p[3];
    sum += p[4]; //! out-of-bounds
    free(p);
    return sum == 0;
}
