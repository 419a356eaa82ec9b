// The address of a parameter is kept in a global and written after the return.
// run: use-after-scope
// data-model: both
static int *kept;

static void keep(int v) {
    kept = &v;
    *kept = v + 1;
}

int main(void) {
    keep(1);
    *kept = 5; //! use-after-scope
    return 0;
}
