// The comma operator evaluates left to right and yields the right operand.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int two(int a, int b) { return a * 10 + b; }

int main(void) {
    int i = 1, j;
    j = (i++, i += 2, i * 10);
    check(i == 4 && j == 40);
    j = 5, i = 6;                          // two assignments
    check(i == 6 && j == 5);
    check(two((i++, i), (j, 3)) == 73);
    int n = 0;
    for (i = 0, j = 10; i < j; i++, j--)
        n++;
    check(n == 5 && i == 5 && j == 5);
    int a[3] = {1, (2, 3), 4};             // commas in parentheses
    check(a[1] == 3 && a[2] == 4);
    check(a[i = 0, i + 2] == 4);
    char c[5];
    check(sizeof(0, c) == sizeof(char *)); // the array decays
    if (i = 1, i == 1)
        i = 9;
    check(i == 9);
    while (i--, i > 3)
        ;
    check(i == 3);
    return i = 7, 0;
}
