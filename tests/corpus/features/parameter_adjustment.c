// Array and function parameters are adjusted to pointers.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int size_of(int a[10]) { return sizeof a == sizeof(int *); }
static int sum(int n, int a[static 1]) {
    int s = 0;
    while (n--)
        s += *a++;                       // a is a plain pointer variable
    return s;
}
static int last(int rows, int m[][3]) { return m[rows - 1][2]; }
static int call(int f(int), int x) { f = f ? f : 0; return (*f)(x); }
static int inc(int x) { return x + 1; }
static int qualified(char *const argv[const]) { return argv[1][0]; }

int main(void) {
    int a[] = {1, 2, 3, 4, 5, 6};
    check(size_of(a));
    check(sum(6, a) == 21 && sum(2, a + 3) == 9);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    check(last(2, m) == 6 && last(1, m) == 3);
    check(call(inc, 4) == 5 && call(&inc, 5) == 6);
    char *words[] = {"zero", "one"};
    check(qualified(words) == 'o');
    return 0;
}
