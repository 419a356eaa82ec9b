// Plain char is signed here and is a type distinct from signed char.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    char c = '\xFF';
    check(c == -1);
    check(c < 0);
    check((unsigned char)c == 255);
    check((int)(char)200 == -56);
    char s[] = "\200\x7f";
    check(s[0] == -128 && s[1] == 127);
    check(_Generic(c, signed char: 1, unsigned char: 2, char: 3) == 3);
    unsigned char u = 0xFF;
    check(c != u);                 // -1 against 255
    check((char)u == c);
    int index = s[0] & 0xFF;
    check(index == 128);
    return 0;
}
