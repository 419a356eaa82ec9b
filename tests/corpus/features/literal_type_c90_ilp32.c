// In C90 with 32-bit long, 2147483648 has type unsigned long.
// expect: true
// data-model: ilp32
// std: gnu89
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(sizeof(2147483648) == 4);
    check(-2147483648 > 0);
    check(2147483648 + 2147483648 == 0);
    check(!(-1 < 2147483648));
    check(sizeof(4294967296) == 8);
    check(-2147483647 - 1 < 0);
    return 0;
}
