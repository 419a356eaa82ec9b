// Variadic arguments of many types, named by a format of letters.
// run: ok
// data-model: both
#include <stdarg.h>
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct small { char c; short s; };

static double total(const char *format, ...) {
    double t = 0;
    va_list ap;
    va_start(ap, format);
    for (; *format; format++)
        switch (*format) {
        case 'i': t += va_arg(ap, int); break;
        case 'u': t += va_arg(ap, unsigned); break;
        case 'l': t += va_arg(ap, long); break;
        case 'L': t += (double)va_arg(ap, long long); break;
        case 'd': t += va_arg(ap, double); break;
        case 'D': t += (double)va_arg(ap, long double); break;
        case 's': t += *va_arg(ap, const char *); break;
        case 'p': t += *va_arg(ap, short *); break;
        case 'S': t += va_arg(ap, struct small).s; break;
        case 'f': t = va_arg(ap, double (*)(double))(t); break;
        }
    va_end(ap);
    return t;
}
static double negate(double x) { return -x; }

int main(void) {
    short h = -300;
    char c = 'a';
    float f = 0.25f;
    struct small s = {1, 50};
    check(total("") == 0 && total("i", -5) == -5 && total("u", -1) == 4294967295.0);
    check(total("iii", c, h, (unsigned char)255) == 97 - 300 + 255);
    check(total("dd", f, 1.5) == 1.75 && total("lLi", 100000L, 10000000000LL, 1) == 10000100001.0);
    check(total("idLdiDl", 1, 2.0, 3LL, 4.0f, 5, 6.0L, 7L) == 28);
    check(total("spS", "A", &h, s) == 65 - 300 + 50);
    check(total("ifi", 5, negate, 1) == -4);
    check(total("iiiiiiiiiidddddddddd", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5) == 15);
    return 0;
}
