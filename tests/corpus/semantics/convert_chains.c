// Chains of conversions lose and extend at each step on its own.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int n = 0x1FF80;
    check((int)(signed char)n == -128);
    check((int)(unsigned char)(signed char)n == 128);
    check((unsigned)(signed char)n == 0xFFFFFF80u);
    check((unsigned long long)(signed char)n == 0xFFFFFFFFFFFFFF80u);
    check((unsigned long long)(unsigned)(signed char)n == 0xFFFFFF80u);
    check((long long)(unsigned short)(short)n == 0xFF80);
    check((long long)(short)(unsigned short)n == -128);
    check((int)(_Bool)(unsigned char)(n << 1) == 0);
    check((int)(_Bool)(n << 1) == 1);
    unsigned u = (unsigned)-5;
    check((long long)u == 4294967291LL && (long long)(int)u == -5);
    check((short)(char)(short)0x0141 == 0x41);
    check(-(unsigned char)1 == -1 && -(unsigned)1 == 4294967295u);
    return 0;
}
