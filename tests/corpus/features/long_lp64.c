// On LP64 long and pointers have 64 bits.
// expect: true
// data-model: lp64
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(sizeof 0) == 8);
    check(_Generic(2147483648, long: 1, default: 0));
    check(_Generic(0xFFFFFFFFF, long: 1, default: 0));
    check(_Generic(sizeof 0, unsigned long: 1, default: 0));
    check(_Generic((char *)0 - (char *)0, long: 1, default: 0));
    check(1L << 40 == 1099511627776);
    check(-1L < 1u);                          // long holds every unsigned
    check((long)4294967295u == 4294967295L);
    unsigned long ul = -1;
    check(ul == 18446744073709551615ul);
    long l = 2147483647;
    check(l + 1 > 0);
    check((int)(l + 1) == -2147483647 - 1);
    return 0;
}
