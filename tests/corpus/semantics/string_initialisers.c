// Arrays from string literals: cut, padded, wide, joined, in structures.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static char cut[3] = "abc";
static char padded[6] = "ab";
static char braced[] = {"xyz"};
static char embedded[] = "a\0b";
static char rows[3][4] = {"one", "two\0", [2] = "six"};
static const char *const pointers[] = {"p" "q", [2] = "r"};
static struct { char name[4]; const char *label; char more[]; } s = {"wxyz", "lab", "tail"};
static __WCHAR_TYPE__ w[] = L"h\xe9";
static unsigned short u[4] = u"\u20ac";
static unsigned v[] = U"\U0001F600!";
static unsigned char bytes[] = "\xff\376\t";
static char overridden[] = {[0] = 'z', "ab"[1], 'c'};

static int length(const char *t) { int n = 0; while (t[n]) n++; return n; }

int main(void) {
    check(sizeof cut == 3 && cut[2] == 'c' && padded[2] == 0 && padded[5] == 0);
    check(sizeof braced == 4 && sizeof embedded == 4 && embedded[1] == 0 && embedded[2] == 'b');
    check(rows[0][3] == 0 && rows[1][2] == 'o' && rows[2][0] == 's' && sizeof rows == 12);
    check(length(pointers[0]) == 2 && pointers[1] == 0 && pointers[2][0] == 'r');
    check(s.name[3] == 'z' && s.label[2] == 'b' && s.more[3] == 'l' && s.more[4] == 0);
    check(sizeof w == 3 * sizeof(__WCHAR_TYPE__) && w[1] == 0xe9 && w[2] == 0);
    check(u[0] == 0x20AC && u[1] == 0 && u[3] == 0);
    check(sizeof v == 12 && v[0] == 0x1F600 && v[1] == '!' && v[2] == 0);
    check(bytes[0] == 255 && bytes[1] == 254 && bytes[2] == 9 && sizeof bytes == 4);
    check(sizeof overridden == 3 && overridden[1] == 'b' && overridden[2] == 'c');
    check(sizeof "abc" == 4 && sizeof "" == 1 && sizeof "a" "b" == 3 && "abc"[1] == 'b' && 2["abc"] == 'c' && *"z" == 'z');
    check(sizeof L"ab" == 3 * sizeof(int) && sizeof u8"\u00e9" == 3);
    for (int i = 0; i < 3; i++) {
        char local[5] = "hey", other[] = "you";
        check(local[3] == 0 && local[4] == 0 && length(local) == 3 && length(other) == 3);
        local[3] = '!';
        other[0] = 'Y';
        check(length(local) == 4);
        char many[2][3] = {"no", {'o', 'k'}};
        check(many[0][2] == 0 && many[1][2] == 0 && many[1][1] == 'k');
        many[0][2] = many[1][2] = 'x';
    }
    char *p = (char[]){"modifiable"};
    p[0] = 'M';
    check(p[0] == 'M' && length(p) == 10);
    const char *joined = "a" "\x1" "1" "\0" "z";
    check(joined[1] == 1 && joined[2] == '1' && joined[3] == 0 && joined[4] == 'z');
    return 0;
}
