// Asm statements with an empty template leave their in-out operands alone.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

__asm__("");

int main(void) {
    int x = 5, y = 6;
    unsigned char bytes[2] = {1, 2};
    asm("");
    __asm__ volatile("" ::: "memory");
    asm volatile("" : "+r"(x));
    __asm__ __volatile__("" : "+m"(y) : "r"(x) : "memory", "cc");
    asm("" : [out] "+r"(x) : [in] "r"(y), "i"(3));
    __asm("" "" : : "m"(bytes));
    check(x == 5 && y == 6 && bytes[1] == 2);
    int z;
    asm("" : "=r"(z) : "0"(x));          // the same register
    check(z == 5);
    register int r = 9;
    asm volatile("" : "+r"(r) : : );
    check(r == 9);
    return 0;
}
