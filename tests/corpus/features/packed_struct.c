// A packed struct has no padding and members may be misaligned.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct loose { char a; int b; char c; };
struct tight { char a; int b; char c; } __attribute__((packed));
struct partly { char a; int b __attribute__((packed)); char c; };
struct __attribute__((__packed__)) holder { char tag; struct loose inner; };

int main(void) {
    check(sizeof(struct loose) == 12);
    check(sizeof(struct tight) == 6);
    check(sizeof(struct partly) == 6);
    check(sizeof(struct holder) == 13);          // the inner one keeps its padding
    check(__builtin_offsetof(struct tight, b) == 1);
    check(_Alignof(struct tight) == 1);
    struct tight t[2] = {{1, 0x01020304, 2}, {3, -5, 4}};
    check(t[1].b == -5 && t[1].a == 3);
    unsigned char *p = (unsigned char *)t;
    check(p[1] == 4 && p[4] == 1 && p[5] == 2 && p[6] == 3);
    t[0].b++;
    check(p[1] == 5);
    return 0;
}
