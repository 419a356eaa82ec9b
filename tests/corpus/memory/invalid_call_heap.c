// A call through a heap block instead of the function pointer it holds.
// run: invalid-call
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

typedef int (*function)(int);
static int next(int x) { return x + 1; }

int main(void) {
    function *slot = malloc(sizeof *slot);
    *slot = next;
    int v = (*slot)(1);
    function wrong = (function)(void *)slot;
    v += wrong(1); //! invalid-call
    free(slot);
    return v;
}
