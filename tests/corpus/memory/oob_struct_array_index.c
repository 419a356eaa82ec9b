// A member of the element after the last of a global struct array is read.
// run: out-of-bounds
// data-model: both
struct entry { const char *name; int value; };
static struct entry entries[] = {{"one", 1}, {"two", 2}, {"three", 3}};

static int lookup(struct entry *e, int value) {
    while (e->value != value) //! out-of-bounds
        e++;
    return (int)(e - entries);
}

int main(void) {
    int i = lookup(entries, 3);
    return i + lookup(entries, 4);
}
