// Bytes that are not ASCII may appear in strings and comments.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

/* latin-1 café */
int main(void) {
    const char *s = "café";   // ÿþ
    check(sizeof "café" == 5);
    check((unsigned char)s[3] == 0xE9 && s[3] < 0);
    check((unsigned char)'é' == 0xE9);
    return 0;
}
