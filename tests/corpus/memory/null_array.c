// An element of a null array is written.
// run: null-dereference
// data-model: both
static int *table;

static void put(int i, int v) {
    int *t = table;
    t[i] = v; //! null-dereference
}

int main(void) {
    int local[8];
    table = local;
    put(3, 1);
    table = 0;
    put(3, 1);
    return 0;
}
