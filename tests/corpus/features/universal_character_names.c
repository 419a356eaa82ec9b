// Identifiers may hold universal character names or the characters themselves.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int \u00e9t\u00e9 = 3;
static int été_two = 4;
static int \U000000fc(int ñ) { return ñ + 1; }
struct données { int größe; };

int main(void) {
    check(été == 3);                         // one name, two spellings
    été++;
    check(\u00e9t\u00e9 == 4 && \u00e9t\u00e9_two == 4);
    check(ü(5) == 6);
    struct donn\u00e9es d = {7};
    check(d.gr\u00f6\u00dfe == 7);
    check(sizeof "é" == 3 && sizeof "日本" == 7);
    check(L'é' == 0xE9 && L'\u65e5' == L'日' && U'日' == 0x65E5);
    int 変数 = 8;
    check(変数 == 8);
    return 0;
}
