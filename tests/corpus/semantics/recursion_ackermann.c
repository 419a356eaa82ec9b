// Ackermann's function, Hanoi, and two functions that call each other.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int ackermann(int m, int n) {
    calls++;
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static unsigned hanoi(int n, int from, int to, int via) {
    return n == 0 ? 0 : hanoi(n - 1, from, via, to) + 1 + hanoi(n - 1, via, to, from);
}
static int male(int n);
static int female(int n) { return n == 0 ? 1 : n - male(female(n - 1)); }
static int male(int n) { return n == 0 ? 0 : n - female(male(n - 1)); }

int main(void) {
    check(ackermann(2, 3) == 9 && calls == 44);
    calls = 0;
    check(ackermann(3, 3) == 61 && calls == 2432);
    check(hanoi(10, 1, 3, 2) == 1023);
    static const int f[] = {1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6}, m[] = {0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6};
    for (int i = 0; i <= 10; i++)
        check(female(i) == f[i] && male(i) == m[i]);
    return 0;
}
