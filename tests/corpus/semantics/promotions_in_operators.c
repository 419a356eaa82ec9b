// Each operator promotes its operands by its own rule.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    unsigned char c = 200, d = 100;
    signed char s = -1;
    unsigned short h = 0xFFFF;
    check(c + d == 300 && (unsigned char)(c + d) == 44);
    check(c * c == 40000 && h + 1 == 65536);
    check(~c == -201 && -c == -200 && +s == -1);
    check((c << 23 >> 23) == 200);
    check((~c & 0xFF) >> 1 == 27 && (unsigned char)~c >> 1 == 27);
    check(!c == 0 && !!c == 1 && sizeof(!c) == sizeof(int));
    check(sizeof(c) == 1 && sizeof(+c) == sizeof(int) && sizeof(c + d) == sizeof(int));
    check(sizeof(c << 1LL) == sizeof(int) && sizeof(1LL << c) == 8);
    check(sizeof(c ? c : d) == sizeof(int) && sizeof((c, d)) == 1);
    check(sizeof(c++) == 1 && sizeof(c += 1LL) == 1);
    check(s < h && (unsigned short)s == h);
    check((s >> 1) == -1 && ((unsigned char)s >> 1) == 127);
    check((c & s) == 200 && (c | s) == -1 && (c ^ s) == -201);
    c += 100;
    check(c == 44);
    c -= 45;
    check(c == 255);
    s = 127;
    s++;
    check(s == -128 && s-- == -128 && s == 127);
    h *= 3;
    check(h == 0xFFFD);
    _Bool b = 1;
    check(b + b == 2 && -b == -1 && ~b == -2 && (b << 3) == 8);
    return 0;
}
