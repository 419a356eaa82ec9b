// A struct is freed but not the string it owns.
// run: leak
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
char *strcpy(char *, const char *);

struct person { char *name; int age; };

static struct person *born(const char *name) {
    struct person *p = malloc(sizeof *p);
    p->name = malloc(32); //! leak
    strcpy(p->name, name);
    p->age = 0;
    return p;
}

int main(void) {
    struct person *p = born("Floyd");
    p->age++;
    free(p);
    p = 0;
    return 0;
}
