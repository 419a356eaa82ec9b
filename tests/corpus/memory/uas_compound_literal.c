// A compound literal lives only as long as its block.
// run: use-after-scope
// data-model: both
struct pair { int a, b; };

int main(void) {
    struct pair *p = 0;
    int s = 0;
    for (int i = 0; i < 1; i++) {
        p = &(struct pair){i + 1, 2};
        s += p->a;
    }
    s += p->b; //! use-after-scope
    return s;
}
