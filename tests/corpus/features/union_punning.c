// A union shows the bytes of one member through another.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

union all {
    unsigned word;
    unsigned short half[2];
    unsigned char byte[4];
    struct { unsigned char lo, next; } pair;
};

int main(void) {
    union all u;
    u.word = 0x11223344;
    check(u.half[0] == 0x3344 && u.half[1] == 0x1122);
    check(u.byte[0] == 0x44 && u.byte[3] == 0x11);
    check(u.pair.next == 0x33);
    u.byte[1] = 0xFF;
    check(u.word == 0x1122FF44);
    union all copy = u;
    copy.half[1] = 0;
    check(copy.word == 0xFF44 && u.word == 0x1122FF44);
    check(sizeof(union all) == 4);
    check((void *)&u.half == (void *)&u);
    return 0;
}
