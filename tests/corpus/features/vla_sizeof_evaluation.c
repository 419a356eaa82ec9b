// The operand of sizeof is evaluated exactly when its type is variably sized.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int count(void) { calls++; return 5; }

int main(void) {
    int n = 3;
    check(sizeof(char[n++]) == 3 && n == 4);       // evaluated
    check(sizeof(char[count()]) == 5 && calls == 1);
    check(sizeof(n++) == 4 && n == 4);             // not evaluated
    check(sizeof(count()) == 4 && calls == 1);
    int fixed[4];
    check(sizeof(fixed[n++]) == 4 && n == 4);
    check(sizeof(int[2][n]) == 32);
    int m[2][n];
    int i = 0;
    check(sizeof m[i++] == 16);                    // a variable-length row
    check(sizeof(int[n][2]) / sizeof(int[2]) == 4);
    return 0;
}
