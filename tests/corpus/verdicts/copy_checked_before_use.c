// A copy is checked, and what it was copied from is used: right but for one bound.
// expect: false(valid-deref)
// property: valid-deref
struct request {
    unsigned place;
    unsigned length;
};

extern struct request next(void);

static int fits(struct request r)
{
    return r.place < 10 && r.length <= 10;
}

int main(void)
{
    int table[10] = {0};
    struct request r = next();
    if (!fits(r))
        return 0;
    for (unsigned i = 0; i < r.length; i++)
        table[r.place + i] = 1; //! violated
    return table[r.place];
}
