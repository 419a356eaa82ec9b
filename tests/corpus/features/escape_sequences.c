// Each escape in a string literal yields one byte, and octal takes three digits.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    char s[] = "\a\b\f\n\r\t\v\\\'\"\?\0";
    check(sizeof s == 13);
    check(s[0] == 7 && s[1] == 8 && s[2] == 12 && s[3] == 10);
    check(s[4] == 13 && s[5] == 9 && s[6] == 11);
    check(s[7] == 92 && s[8] == 39 && s[9] == 34 && s[10] == 63 && s[11] == 0);
    char o[] = "\1234\12x\08";
    check(sizeof o == 7);
    check(o[0] == 0123 && o[1] == '4');
    check(o[2] == 10 && o[3] == 'x' && o[4] == 0 && o[5] == '8');
    char h[] = "\x41" "B";           // concatenation ends the hex escape
    check(sizeof h == 3 && h[0] == 65 && h[1] == 66);
    char e[] = "\e[0m";              // GNU: escape
    check(e[0] == 27 && sizeof e == 5);
    return 0;
}
