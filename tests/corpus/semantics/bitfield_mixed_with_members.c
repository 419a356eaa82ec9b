// Bit-fields between ordinary members and in arrays of structs.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct flags { unsigned char kind; unsigned on : 1; unsigned level : 4; short value; };
struct bits { unsigned char lo : 4, hi : 4; };

int main(void) {
    struct flags f[3];
    for (int i = 0; i < 3; i++) {
        f[i].kind = (unsigned char)(250 + i * 3);
        f[i].on = i & 1;
        f[i].level = 14 + i;
        f[i].value = (short)-i;
    }
    check(sizeof f[0] == 4);
    check(f[1].kind == 253 && f[2].kind == 0 && f[1].on && !f[2].on);
    check(f[0].level == 14 && f[1].level == 15 && f[2].level == 0 && f[2].value == -2);
    struct bits b[4];
    unsigned char *raw = (unsigned char *)b;
    for (int i = 0; i < 4; i++)
        raw[i] = (unsigned char)(0x1F * (i + 1));
    check(b[0].lo == 15 && b[0].hi == 1 && b[3].lo == 12 && b[3].hi == 7);
    b[1].hi = b[3].lo;
    check(raw[1] == 0xCE && sizeof b == 4);
    return 0;
}
