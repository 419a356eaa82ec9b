// _Generic chooses by type and evaluates nothing but the chosen branch.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int f(void) { return ++calls; }
struct s { int x; };
typedef int number;

int main(void) {
    check(_Generic(1, int: 10, double: 20) == 10);
    check(_Generic(1.0, int: 10, double: 20) == 20);
    check(_Generic(f(), int: 3, default: f()) == 3 && calls == 0);
    check(_Generic("", default: f(), int: 0) == 1 && calls == 1);
    check(_Generic((number)1, int: 4, long: 5) == 4);
    char c = 1;
    check(_Generic(c, char: 1, int: 2) == 1);
    check(_Generic(+c, char: 1, int: 2) == 2);
    check(_Generic((struct s){1}, struct s: 6, default: 7) == 6);
    check(_Generic(&f, int (*)(void): 8, default: 9) == 8);
    check(_Generic(f, int (*)(void): 8, default: 9) == 8);       // decays
    int x = 1, y = 2;
    _Generic(1, int: x, default: y) = 30;                        // an lvalue
    check(x == 30 && y == 2);
    check(_Generic(1u, unsigned: _Generic('c', int: 2, default: 3), default: 4) == 2);
    return 0;
}
