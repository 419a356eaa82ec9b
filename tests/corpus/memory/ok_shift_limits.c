// Shifts by 0 and by width - 1.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int zero = 0, top = 31;
    unsigned u = 1;
    check(u << top == 2147483648u && (u << top) >> top == 1);
    check(u << zero == 1 && u >> zero == 1);
    int n = 1;
    check(n << (top - 1) == 1073741824);
    check((-n) >> top == -1);
    unsigned long long w = 1;
    check(w << 63 == 9223372036854775808ULL && (w << 63) >> 63 == 1);
    unsigned char c = 1;
    check(c << (top - 1) == 1073741824);
    check(0 << top == 0);
    return 0;
}
