// L, u, U and u8 strings differ in element type and in encoding.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(sizeof("ab") == 3);
    check(sizeof(L"ab") == 12);
    check(sizeof(u"ab") == 6);
    check(sizeof(U"ab") == 12);
    check(sizeof(u8"ab") == 3);
    // U+00E9 takes two bytes in UTF-8 and one element elsewhere.
    check(sizeof("\u00e9") == 3);
    check((unsigned char)"\u00e9"[0] == 0xC3 && (unsigned char)u8"\u00e9"[1] == 0xA9);
    check(L"\u00e9"[0] == 0xE9 && u"\u00e9"[0] == 0xE9);
    // U+1F600 takes a surrogate pair in UTF-16.
    check(sizeof(u"\U0001F600") == 6);
    check(u"\U0001F600"[0] == 0xD83D && u"\U0001F600"[1] == 0xDE00);
    check(sizeof(U"\U0001F600") == 8 && U"\U0001F600"[0] == 0x1F600);
    check(sizeof("\U0001F600") == 5);
    unsigned short w[] = u"hi";
    check(w[0] == 'h' && w[2] == 0 && sizeof w == 6);
    check(sizeof(L"a" "bc") == 16);    // a narrow neighbour becomes wide
    check(sizeof("a" u"bc") == 8);
    return 0;
}
