// What nobody has set is an input, and a copy of it the same one: whoever copies reads.
// expect: true
// property: assert
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct inner {
    char letter;
    void *link;
};

struct outer {
    int number;
    struct inner inner;
    double factor[2];
};

extern struct outer result(void);
extern struct outer elsewhere;
extern int table[4];

static int same(struct outer a, struct outer b)
{
    return a.number == b.number && a.inner.link == b.inner.link;
}

int main(void)
{
    struct outer x = result();
    struct outer y = x;
    assert(y.number == x.number);
    assert(y.inner.letter == x.inner.letter);

    struct outer copy = elsewhere;
    assert(copy.inner.link == elsewhere.inner.link);
    assert(same(elsewhere, elsewhere));

    int other[4];
    memcpy(other, table, sizeof other);
    assert(other[1] == table[1]);

    struct outer *block = malloc(sizeof *block);
    if (block) {
        *block = result();
        struct outer again = *block;
        assert(again.number == block->number);
    }
    return 0;
}
