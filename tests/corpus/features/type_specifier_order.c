// Type specifiers may stand in any order.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

unsigned long long int a = 1;
long unsigned int long b = 2;
int long long unsigned c = 3;
short unsigned d = 4;
int short e = -5;
char unsigned f = 6;
signed g = -7;
double long h = 8;
const int long typedef static_size;
int volatile const i = 9;
struct { int x; } const j = {10};
long k = 11, signed_l = 12;

int main(void) {
    check(_Generic(a, unsigned long long: 1, default: 0));
    check(_Generic(b, unsigned long long: 1, default: 0));
    check(_Generic(c, unsigned long long: 1, default: 0));
    check(_Generic(d, unsigned short: 1, default: 0) && _Generic(e, short: 1, default: 0));
    check(_Generic(f, unsigned char: 1, default: 0) && _Generic(g, int: 1, default: 0));
    check(_Generic(h, long double: 1, default: 0));
    check(_Generic((static_size)0, long: 1, default: 0));
    check(_Generic((signed char)0, char: 0, signed char: 1));
    check(_Generic((unsigned)0, unsigned int: 1, default: 0));
    check(a + b + c + d + e + f + g + i + j.x == 23);
    check(sizeof(long double) == sizeof h && k + signed_l == 23);
    return 0;
}
