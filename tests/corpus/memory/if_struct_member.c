// The address of the second member of a heap struct is freed.
// run: invalid-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct item { long id; struct item *next; char text[8]; };

int main(void) {
    struct item *it = malloc(sizeof *it);
    it->id = 1;
    it->next = 0;
    it->text[0] = 0;
    free(it->text); //! invalid-free
    return 0;
}
