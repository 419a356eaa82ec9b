// Operators group by precedence and associativity.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check((2 + 3 * 4) == 14 && (2 * 3 + 4) == 10);
    check((10 - 4 - 3) == 3 && (100 / 10 / 5) == 2);
    check((1 << 1 + 1) == 4);
    check((5 & 3 == 3) == 1);                 // == before &
    check((4 | 1 ^ 1 & 0) == 5);              // & before ^ before |
    check((1 < 2 == 1) && (3 > 2 > 1) == 0);
    check((!0 + 1) == 2 && (!(0 + 1)) == 0);
    check((-2 * -3) == 6 && - - 5 == 5 && ~-1 == 0);
    int i = 5, *p = &i, a[] = {1, 2, 3}, *q = a;
    check(-*p == -5 && !*p == 0);
    check(*q++ == 1 && *q == 2);
    check(i+++1 == 6 && i == 6);              // i++ + 1
    check(i- -1 == 7 && 3-(-1) == 4);
    int x, y;
    x = y = i ? 1 : 2;
    check(x == 1 && y == 1);
    check((1 ? 2 : 3 + 10) == 2);
    check((int)2.7 + 0.5 == 2.5);             // the cast binds tighter
    check(sizeof(char) + 1 == 2 && sizeof i * 2 == 8);
    check((x = 3, x + 1) == 4);
    check((6 & 4) == 4 && (i&&1) == 1);
    check(100 % 7 * 2 == 4);
    struct { int m; } s = {3}, *ps = &s;
    check(-ps->m == -3 && ++ps->m == 4);
    return 0;
}
