// On ILP32 long and pointers have 32 bits.
// expect: true
// data-model: ilp32
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(sizeof 0) == 4);
    check(_Generic(2147483648, long long: 1, default: 0));
    check(_Generic(0xFFFFFFFFF, long long: 1, default: 0));
    check(_Generic(0x80000000L, unsigned long: 1, default: 0));
    check(_Generic(sizeof 0, unsigned: 1, default: 0));
    check(_Generic((char *)0 - (char *)0, int: 1, default: 0));
    check(!(-1L < 1u));                       // both become unsigned long
    check((long)4294967295u == -1L);
    unsigned long ul = -1;
    check(ul == 4294967295ul);
    check(sizeof(1L + 1u) == 4 && (1L - 2u) > 0);
    check(sizeof(long long) == 8 && sizeof(int) == 4);
    return 0;
}
