// GNU C allows an array member of length zero, of size zero.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct packet { unsigned short len; unsigned char data[0]; };
struct middle { int a; int none[0]; int b; };
union buffer { struct packet p; unsigned char raw[8]; };

int main(void) {
    check(sizeof(struct packet) == 2 && sizeof(((struct packet *)0)->data) == 0);
    check(sizeof(struct middle) == 8);
    check(__builtin_offsetof(struct middle, none) == 4);
    check(__builtin_offsetof(struct middle, b) == 4);
    union buffer b = {.raw = {3, 0, 10, 20, 30}};
    unsigned char *d = b.raw + __builtin_offsetof(struct packet, data);
    check(b.p.len == 3 && d[0] == 10 && d[2] == 30);
    check((unsigned char *)b.p.data == d);
    return 0;
}
