// Enumerations compute as the integer type that holds them.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum color { red, green = 5, blue, last = blue + green * 2 };
enum sign { minus = -1, zero, plus };
enum big { huge = 0x80000000, small = 1 };
enum wide { vast = 0x100000000, tiny = -1 };
enum __attribute__((packed)) tight { t0, t200 = 200 };
enum flags { fa = 1 << 0, fb = 1 << 1, fc = fa | fb << 1, all = ~0 };
struct s { enum color c; enum tight t; enum sign g : 2; enum color d : 4; };

static enum color after(enum color c) { return c + 1; }
static const char *name(enum color c) {
    static const char *const names[last + 1] = {[red] = "r", [green] = "g", [last] = "l"};
    return names[c] ? names[c] : "?";
}

int main(void) {
    check(blue == 6 && last == 16 && sizeof(enum color) == 4);
    enum color c = red;
    c--;
    check(c > 0 && c == (enum color)-1 && (int)c == -1);
    enum sign g = minus;
    check(g < 0 && g + 1 == zero && -g == plus && g * 2u == 4294967294u);
    check(sizeof(enum big) == 4 && (enum big)huge > 0 && huge + 0 == 2147483648u);
    check(sizeof(enum wide) == 8 && (enum wide)vast >> 32 == 1 && (enum wide)tiny < 0);
    check(sizeof(enum tight) == 1 && (enum tight)t200 == 200 && (enum tight)(t200 + 100) == 44);
    check(after(green) == blue && name(after(blue))[0] == '?' && name(green)[0] == 'g' && name(last)[0] == 'l');
    check(fc == 5 && all == -1 && (all & fc) == 5 && (enum flags)(fa ^ fc) == 4);
    struct s s = {blue, t200, minus, 9};
    check(s.c == 6 && s.t == 200 && s.g == -1 && s.d == 9);
    s.d = 20;
    s.t++;
    s.g = plus;
    check(s.d == 4 && s.t == 201 && s.g == 1);
    int counts[last] = {0};
    for (enum color k = red; k < last; k++)
        counts[k % green]++;
    check(counts[0] == 4 && counts[1] == 3 && counts[4] == 3);
    switch ((enum sign)-1) {
    case plus: abort();
    case minus: break;
    default: abort();
    }
    check(_Generic(red, int: 1, default: 0) && _Generic(c, unsigned: 1, default: 0) && _Generic(g, int: 1, default: 0));
    double d = blue;
    check(d / green == 1.2 && (enum color)5.9 == green && (_Bool)blue == 1);
    return 0;
}
