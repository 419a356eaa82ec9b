// A bit-field narrower than int promotes to int even when it is unsigned.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s {
    unsigned small : 7;
    unsigned almost : 31;
    unsigned full : 32;
    signed neg : 4;
    _Bool flag : 1;
};

int main(void) {
    struct s x = {0, 0, 0, -3, 1};
    check(x.small - 1 < 0);
    check(x.almost - 1 < 0);
    check(x.full - 1 > 0);          // full width stays unsigned
    check(-x.flag == -1);
    check(x.neg * 2 == -6);
    x.small = 127;
    check(x.small + 1 == 128);
    check(~x.small == -128);
    check(_Generic(+x.small, int: 1, default: 0));
    check(_Generic(+x.full, unsigned: 1, default: 0));
    check(x.neg < x.small);
    check(!(x.neg < x.full + 1));   // unsigned comparison
    return 0;
}
