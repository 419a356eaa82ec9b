// Constant expressions serve as sizes, labels, widths and initialisers.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum { A = 3, B = A * 4 - (7 % 4), C = -B / 2, D = ~0 & 0xFF, E = 1 ? 2 : 1 / 1 };
enum { F = (unsigned char)300, G = (int)3.99, H = 'a' < 'b', I = 5 > 3 && !0, J = -7 / 2 };
static int array[B + (sizeof(int) << 1)];
struct s { unsigned f : A + 2; int m; };
static int target[10];
static int *p = &target[A] + 2;
static int *q = target + 8 - 1;
static char *r = (char *)&target[1] + 4;
static unsigned long off = (unsigned long)&((struct s *)0)->m;
static double d = 1.0 / 4 + B;
static const char *str = "hello" + 2;
static _Bool truth = target;
static long long big = 1LL << 40 | 0xFFFFFFFFu + 1;

int main(void) {
    check(B == 9 && C == -4 && D == 255 && E == 2);
    check(F == 44 && G == 3 && H == 1 && I == 1 && J == -3);
    check(sizeof array == 17 * sizeof(int));
    check(p - target == 5 && q - target == 7 && (char *)target + 8 == r);
    check(off == 4 && d == 9.25 && str[0] == 'l' && truth);
    check(big == 1LL << 40);                 // the unsigned sum wraps to 0
    switch (9) {
    case B: break;
    default: check(0);
    }
    return 0;
}
