// A caller reads the local array that a callee left in a struct.
// run: use-after-scope
// data-model: both
struct view { const int *data; int n; };

static struct view primes(void) {
    int p[4] = {2, 3, 5, 7};
    struct view v;
    v.data = p;
    v.n = 4;
    return v;
}

int main(void) {
    struct view v = primes();
    return v.n + v.data[0]; //! use-after-scope
}
