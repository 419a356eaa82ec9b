// The outer pointer is valid, the inner one is null.
// run: null-dereference
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *calloc(size_t, size_t);
void free(void *);

int main(void) {
    int x = 7;
    int **rows = calloc(2, sizeof *rows);
    rows[0] = &x;
    int s = *rows[0];
    s += *rows[1]; //! null-dereference
    free(rows);
    return s;
}
