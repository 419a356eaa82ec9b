// The type of an integer literal follows its form, its value and its suffix.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(_Generic(2147483647, int: 1, default: 0));
    check(_Generic(0x7FFFFFFF, int: 1, default: 0));
    check(_Generic(0x80000000, unsigned: 1, default: 0));   // hex may become unsigned
    check(_Generic(037777777777, unsigned: 1, default: 0));
    check(sizeof(2147483648) == 8);                         // decimal stays signed
    check(2147483648 > 0 && -2147483648 < 0);
    check(_Generic(1u, unsigned: 1, default: 0));
    check(_Generic(1L, long: 1, default: 0));
    check(_Generic(1lu, unsigned long: 1, default: 0));
    check(_Generic(1UL, unsigned long: 1, default: 0));
    check(_Generic(1ll, long long: 1, default: 0));
    check(_Generic(1uLL, unsigned long long: 1, default: 0));
    check(_Generic(1LLU, unsigned long long: 1, default: 0));
    check(sizeof(0xFFFFFFFFF) == 8 && 0xFFFFFFFFF == 68719476735);
    check(sizeof(0x8000000000000000) == 8 && 0x8000000000000000 > 0);
    check(_Generic('a', int: 1, default: 0));
    check(18446744073709551615u == 0xFFFFFFFFFFFFFFFFu);
    return 0;
}
