// An element of a const array of structs is written.
// run: read-only
// data-model: both
struct entry { int key, value; };
static const struct entry table[3] = {{1, 10}, {2, 20}, {3, 30}};

static struct entry *find(int key) {
    for (int i = 0; i < 3; i++)
        if (table[i].key == key)
            return (struct entry *)&table[i];
    return 0;
}

int main(void) {
    struct entry *e = find(2);
    int v = e->value;
    e->value = v + 1; //! read-only
    return v;
}
