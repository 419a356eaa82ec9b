// Unsigned arithmetic wraps and narrowing conversions lose bits without error.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    unsigned u = 4294967295u;
    check(u + 1 == 0 && u * u == 1 && -u == 1 && 0u - 1 == u);
    u++;
    u--;
    check(u == 4294967295u);
    unsigned char c = 255;
    c++;
    check(c == 0);
    signed char s = 127;
    s++;
    check(s == -128);
    short h = 32767;
    h += 1;
    check(h == -32768);
    unsigned long long w = 18446744073709551615ULL;
    check(w + 2 == 1);
    check((unsigned short)(h * h) == 0);
    return 0;
}
