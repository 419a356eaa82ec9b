// The declaration of a for statement lives in its own scope.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int i = 100;
    for (int i = 0, *p = &i; i < 3; ++*p)
        check(p == &i);
    check(i == 100);
    int sum = 0;
    for (int i = 0, j = 10; i < j; i += 3, j--)
        sum += j - i;
    check(sum == 18);
    for (struct { int a, b; } s = {0, 5}; s.a < s.b; s.a++)
        sum += s.b;
    check(sum == 43);
    for (int k = 0; k < 2; k++) {
        int k = 7;                     // the body is an inner scope
        sum += k;
    }
    check(sum == 57);
    for (int n = sizeof(int), i = n; i; i--)
        sum++;
    check(sum == 61 && i == 100);
    return 0;
}
