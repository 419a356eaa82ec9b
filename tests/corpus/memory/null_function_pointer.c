// A call through a null function pointer.
// run: null-dereference
// data-model: both
typedef int (*op)(int);

static int twice(int x) { return 2 * x; }
static op ops[3] = {twice, 0, twice};

int main(void) {
    int v = 1;
    for (int i = 0; i < 3; i++)
        v = ops[i](v); //! null-dereference
    return v;
}
