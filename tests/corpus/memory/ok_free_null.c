// free(NULL) does nothing, as often as one likes.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct list { struct list *next; char *text; };

int main(void) {
    struct list *l = malloc(sizeof *l);
    l->next = 0;
    l->text = 0;
    free(l->text);
    free(l->next);
    free(l);
    l = 0;
    free(l);
    free(l);
    return 0;
}
