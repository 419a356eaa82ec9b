// One bit pattern converted to every integer type, by a table.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct row { long long from; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; };
static const struct row rows[] = {
    {-1, -1, 255, -1, 65535, -1, 4294967295u},
    {128, -128, 128, 128, 128, 128, 128},
    {-129, 127, 127, -129, 65407, -129, 4294967167u},
    {32768, 0, 0, -32768, 32768, 32768, 32768},
    {4294967296LL, 0, 0, 0, 0, 0, 0},
    {2147483648LL, 0, 0, 0, 0, -2147483647 - 1, 2147483648u},
    {0x123456789ALL, -102, 154, 30874, 30874, 878082202, 878082202u},
};

int main(void) {
    for (int i = 0; i < 7; i++) {
        const struct row *r = &rows[i];
        check((signed char)r->from == r->sc && (unsigned char)r->from == r->uc);
        check((short)r->from == r->s && (unsigned short)r->from == r->us);
        check((int)r->from == r->i && (unsigned)r->from == r->u);
        check((_Bool)r->from == 1);
        signed char sc = r->from;
        short s = r->from;
        check(sc == r->sc && s == r->s);
        check((unsigned)sc == (unsigned)(int)r->sc && (unsigned short)sc == (r->sc & 0xFFFF));
        check((long long)r->u == (long long)(unsigned)r->from && (long long)r->i == r->i);
        check((unsigned long long)r->s == (unsigned long long)(long long)r->s);
    }
    return 0;
}
