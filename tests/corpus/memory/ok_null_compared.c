// Null pointers are compared, converted, passed and tested, but not dereferenced.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct node { int pad; struct node *next; };

static int length(const struct node *n) {
    int k = 0;
    for (; n; n = n->next)
        k++;
    return k;
}

int main(void) {
    struct node a = {0, 0}, b = {0, &a};
    int *p = 0;
    check(length(0) == 0 && length(&b) == 2);
    check(!p && p == (void *)0 && !(p && *p));
    check(sizeof *p == sizeof(int));
    check((long)p == 0);
    p = &a.pad;
    check(p != 0 && *p == 0);
    return 0;
}
