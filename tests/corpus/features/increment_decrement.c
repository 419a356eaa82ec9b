// The ++ and -- operators work on every scalar type.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum color { RED, GREEN, BLUE };
struct bits { unsigned lo : 2; signed mid : 3; };

int main(void) {
    int i = 5;
    check(i++ == 5 && i == 6 && --i == 5);
    char c = 127;
    check(c++ == 127 && c == -128);
    unsigned char u = 0;
    check(--u == 255 && u-- == 255 && u == 254);
    float f = 1.5f;
    check(f++ == 1.5f && f == 2.5f && --f == 1.5f);
    double d = -0.5;
    check(++d == 0.5);
    _Bool b = 0;
    check(b++ == 0 && b == 1);
    b++;
    check(b == 1);                         // saturates
    b--;
    check(b == 0);
    b--;
    check(b == 1);                         // -1 converts to 1
    struct bits s = {3, 3};
    check(s.lo++ == 3 && s.lo == 0);
    check(--s.lo == 3);
    check(++s.mid == -4);
    int a[3] = {10, 20, 30}, *p = a;
    check(*p++ == 10 && *p == 20);
    check(++*p == 21 && a[1] == 21);
    check((*p)-- == 21 && a[1] == 20);
    check(*++p == 30 && *--p == 20);
    enum color e = RED;
    e++;
    check(e == GREEN);
    short rows[2][3], (*r)[3] = rows;
    r++;
    check((char *)r - (char *)rows == 6);
    return 0;
}
