// A block that only a local of main holds is lost when main returns.
// run: leak
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);

struct big { int a[64]; };

int main(void) {
    struct big *p = malloc(sizeof *p); //! leak
    for (int i = 0; i < 64; i++)
        p->a[i] = i;
    return p->a[0];
}
