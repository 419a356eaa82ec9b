// A char array takes a string with or without braces and drops a NUL that does not fit.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static char exact[3] = "abc";                 // no room for the NUL
static char longer[6] = "ab";
static char braced[] = {"hello"};
static char list[] = {'h', 'i'};
static const char in_struct[2][3] = {"xy", "zzz"};
static signed char s[] = "\xff";
static unsigned char u[] = "\xff";

int main(void) {
    check(sizeof exact == 3 && exact[2] == 'c');
    check(longer[1] == 'b' && longer[2] == 0 && longer[5] == 0);
    check(sizeof braced == 6 && braced[5] == 0);
    check(sizeof list == 2);
    check(in_struct[0][2] == 0 && in_struct[1][2] == 'z');
    check(s[0] == -1 && u[0] == 255);
    char local[] = "text", *p = "text";
    local[0] = 'n';
    check(local[0] == 'n' && p[0] == 't' && sizeof local == 5);
    struct { char a[2]; char b; } t = {"qr", 'x'};
    check(t.a[1] == 'r' && t.b == 'x');
    char parens[] = ("par");                  // GNU
    check(sizeof parens == 4);
    char cut[2] = "a\0";
    check(cut[1] == 0);
    return 0;
}
