// Pointer arithmetic over arrays of structs: steps, differences, casts to bytes and back.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct item { short id; char name[3]; int weight; };

int main(void) {
    struct item items[6];
    struct item *p;
    int i = 0;
    for (p = items; p != items + 6; ++p, ++i) {
        p->id = (short)i;
        p->weight = i * 10;
        p->name[0] = (char)('a' + i);
    }
    check(p - items == 6 && p[-1].id == 5 && (p - 2)->weight == 40);
    p = &items[2];
    check((*p++).id == 2 && p->id == 3 && (++p)->id == 4 && p--->id == 4 && (--p)->id == 2);
    check((char *)(p + 1) - (char *)p == sizeof(struct item) && sizeof(struct item) == 12);
    struct item *q = (struct item *)((char *)items + 3 * sizeof *q);
    check(q->id == 3 && q - p == 1 && 2[items].weight == 20 && (items + 4)->name[0] == 'e');
    int *w = &items[1].weight;
    check(*(int *)((char *)w + sizeof(struct item)) == 20);
    struct item (*whole)[6] = &items;
    check((char *)(whole + 1) - (char *)whole == sizeof items && (*whole)[5].id == 5);
    q += 2;
    q -= 4;
    check(q->id == 1);
    return 0;
}
