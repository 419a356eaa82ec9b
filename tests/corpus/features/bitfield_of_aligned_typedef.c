// A bit-field with the size of an integer, where one could begin, is laid out as that integer.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef int int_8 __attribute__((aligned(8)));
typedef short short_1 __attribute__((aligned(1)));

struct whole { char c; int_8 b : 8; };        // b right behind c
struct part { char c; int_8 b : 7; };         // at the next multiple of eight
struct shorts { short_1 s : 16; char c; };    // aligned as a short after all
struct moved { char c; short_1 s : 16; };     // but not where no short begins
struct nested { char c; struct shorts s; };

static int first_byte(const void *object, unsigned long size) {
    const unsigned char *p = object;
    for (unsigned long i = 0; i < size; i++)
        if (p[i])
            return i;
    return -1;
}

int main(void) {
    struct whole w = {0};
    struct part p = {0};
    struct moved m = {0};
    w.b = p.b = m.s = 1;
    check(sizeof w == 8 && first_byte(&w, sizeof w) == 1);
    check(sizeof p == 16 && first_byte(&p, sizeof p) == 8);
    check(_Alignof(struct shorts) == 2 && sizeof(struct shorts) == 4);
    check(sizeof(struct nested) == 6);
    check(_Alignof(struct moved) == 1 && sizeof m == 3 && first_byte(&m, sizeof m) == 1);
    return 0;
}
