// A union is written through one member and read through another of at most its size.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

union word { unsigned u; unsigned char b[4]; unsigned short h[2]; float f; };

int main(void) {
    union word w;
    w.u = 0x3F800000u;
    check(w.f == 1.0f);
    check(w.b[3] == 0x3F && w.b[0] == 0);
    w.h[0] = 0x1234;
    check(w.u == 0x3F801234u);
    w.b[1] = 0xFF;
    check(w.h[0] == 0xFF34);
    return 0;
}
