// A heap array is read just before its start.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *calloc(size_t, size_t);
void free(void *);

int main(void) {
    short *p = calloc(8, sizeof *p);
    int i = 8;
    int sum = 0;
    while (i >= 0) {
        i--;
        sum += p[i]; //! out-of-bounds
    }
    free(p);
    return sum;
}
