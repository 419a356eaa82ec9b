// A whole struct is copied from a null pointer.
// run: null-dereference
// data-model: both
struct config { int a, b, c; };
static struct config fallback = {1, 2, 3};

static struct config *find(int id) { return id == 0 ? &fallback : 0; }

int main(void) {
    struct config c = *find(0);
    int s = c.a;
    c = *find(s); //! null-dereference
    return c.b;
}
