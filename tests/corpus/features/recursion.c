// Every call of a recursive function has its own variables.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
static int sum_through(int n, int *up) {
    int mine = n;
    if (up)
        *up += 1;                      // writes the caller's variable
    if (n)
        mine += sum_through(n - 1, &mine);
    return mine;
}
static void hanoi(int n, char from, char to, char via, int *moves) {
    if (!n) return;
    hanoi(n - 1, from, via, to, moves);
    ++*moves;
    hanoi(n - 1, via, to, from, moves);
}

int main(void) {
    check(fact(10) == 3628800);
    check(ackermann(2, 3) == 9);
    int here = 0;
    check(sum_through(0, &here) == 0 && here == 1);
    int moves = 0;
    hanoi(6, 'a', 'b', 'c', &moves);
    check(moves == 63);
    return 0;
}
