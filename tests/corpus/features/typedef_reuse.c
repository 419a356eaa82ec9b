// A typedef name may be reused as a variable, member, parameter or label.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef int T;
typedef char U[5];
struct s { T T; U U; };
static T f(T T) { return T + 1; }
static T first(U u) { return u[0]; }
static int g(T (U));                   // in a prototype: a function taking a U
static int g(T fn(U)) { return fn("xy"); }

int main(void) {
    struct s v = {.T = 3, .U = "ab"};
    check(v.T == 3 && sizeof v.U == 5);
    check(f(4) == 5 && g(first) == 'x');
    T:
    {
        T x = 6;
        short T = 7;
        check(T * x == 42);            // a product, not a declaration
        check(sizeof(T) == sizeof(short));
        U U;
        U[0] = 'q';
        check(sizeof U == 5 && U[0] == 'q');
    }
    T (y) = 8;                         // a declaration
    check(y == 8);
    unsigned T = 9;                    // T is the name, unsigned the type
    check(T - 10 > 0);
    if (0) goto T;
    for (int U = 0; U < 1; U++)
        check((U) + 1 == 1);           // not a cast
    return 0;
}
