// The string a struct owns was freed with the struct, but it is still read.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
char *strcpy(char *, const char *);

struct person { char *name; int age; };

static void person_free(struct person *p) {
    free(p->name);
    free(p);
}

int main(void) {
    struct person *p = malloc(sizeof *p);
    p->name = malloc(6);
    strcpy(p->name, "Hoare");
    char *name = p->name;
    person_free(p);
    return name[0]; //! use-after-free
}
