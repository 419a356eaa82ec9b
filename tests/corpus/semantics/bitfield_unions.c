// Bit-fields that share their storage with each other and with whole members.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

union r {
    unsigned word;
    struct { unsigned low : 4, mid : 8, : 4, high : 15, top : 1; };
    struct { signed a : 7; signed b : 9; signed c : 16; } s;
    unsigned nibble : 4;
    unsigned char byte[4];
};

union e { unsigned long long all; struct { unsigned long long x : 33, y : 31; }; struct { unsigned p : 5; unsigned char q; } t; };

int main(void) {
    union r u = {0};
    u.low = 0xA;
    u.mid = 0x5C;
    u.high = 0x7FFF;
    check(u.word == 0x7FFF05CAu && u.top == 0 && u.nibble == 0xA);
    u.top = 1;
    u.nibble = 3;
    check(u.word == 0xFFFF05C3u && u.byte[0] == 0xC3);
    check(u.s.a == -61 && u.s.b == 11 && u.s.c == -1);
    u.s.b = -1;
    check(u.word == 0xFFFFFFC3u && u.mid == 0xFC && u.byte[1] == 0xFF);
    u.word = 0x12345678;
    check(u.low == 8 && u.mid == 0x67 && u.high == 0x1234 && u.top == 0);
    check(u.s.a == -8 && u.s.b == 0xAC && u.s.c == 0x1234);
    u.byte[0] = 0;
    check(u.low == 0 && u.mid == 0x60);
    u.mid += 0xB0;
    check(u.mid == 0x10 && u.word == 0x12345100u);
    check((u.low = 0x1F) == 0xF && u.word == 0x1234510Fu);
    check(u.s.a++ == 15 && u.s.a == 16 && u.word == 0x12345110u);
    union e w = {.all = 0x8000000300000005u};
    check(w.x == 0x100000005u && w.y == 0x40000001u && w.t.p == 5);
    w.y = 1;
    check(w.all == 0x300000005u);
    w.x--;
    check(w.all == 0x300000004u && w.x << 1 == 8 && sizeof(union e) == 8);
    w.t.p = 0;
    w.t.q = 0xFF;
    check(w.all == 0x30000FF00u);
    union r copy = u;
    copy.top = 1;
    check(!u.top && copy.word == 0x92345110u);
    return 0;
}
