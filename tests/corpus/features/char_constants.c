// Character constants have type int; several characters pack to the left.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check('A' == 65 && 'z' - 'a' == 25 && ' ' == 32);
    check(sizeof('A') == sizeof(int));
    check('ab' == 'a' * 256 + 'b');
    check('abc' == 0x616263);
    check('abcd' == 0x61626364);
    check('\377' == -1);
    check('\0' == 0 && '\07' == 7 && '\1' == 1);
    check('"' == 34 && '\'' == 39 && '\"' == 34);
    check(L'a' == 97 && sizeof(L'a') == 4);
    check(u'\xFFFF' == 65535 && sizeof(u'a') == 2);
    check(U'\U0001F600' == 0x1F600 && U'\xFFFFFFFF' > 0);
    check('\x00' == 0 && '\x7f' == 127);
    return 0;
}
