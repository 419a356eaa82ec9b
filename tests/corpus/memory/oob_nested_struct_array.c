// Walking an array in a nested struct leaves first the array, then the whole object.
// run: out-of-bounds
// data-model: both
// The step within the object is no error to us: only the bounds of the whole object count.
struct inner { int a[2]; int b; };
struct outer { int head; struct inner in; int tail; };

int main(void) {
    struct outer o = {1, {{2, 3}, 4}, 5};
    int *p = o.in.a;
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += p[i]; //! out-of-bounds
    return s;
}
