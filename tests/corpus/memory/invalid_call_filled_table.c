// A handler table was filled with bytes that are no function's address.
// run: invalid-call
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memset(void *, int, size_t);

struct handlers { int (*open)(int); int (*close)(int); };
static int id(int x) { return x; }

int main(void) {
    struct handlers h = {id, id};
    int v = h.open(1);
    memset(&h.close, 1, sizeof h.close);
    v += h.open(2);
    v += h.close(3); //! invalid-call
    return v;
}
