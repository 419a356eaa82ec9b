// Addresses hidden in one another by exclusive or come out again.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef __UINTPTR_TYPE__ word;

static int a = 1, b = 2, c = 3;

int main(void) {
    word both = (word)&a ^ (word)&c;
    check(*(int *)(both ^ (word)&a) == 3);
    check(*(int *)(both ^ (word)&c) == 1);
    word x = (word)&a, y = (word)&b;
    x ^= y, y ^= x, x ^= y;
    check(*(int *)x == 2 && *(int *)y == 1);
    return 0;
}
