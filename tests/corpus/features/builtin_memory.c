// The builtin forms of the memory and string functions work on bytes.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    char a[8], b[8];
    __builtin_memset(a, 'x', sizeof a);
    check(a[0] == 'x' && a[7] == 'x');
    __builtin_memcpy(b, "hello", 6);
    check(b[4] == 'o' && b[5] == 0);
    __builtin_memmove(b + 1, b, 5);
    check(b[0] == 'h' && b[1] == 'h' && b[5] == 'o');
    check(__builtin_strlen("four") == 4);
    check(__builtin_strcmp("abc", "abd") < 0 && __builtin_strcmp("a", "a") == 0);
    check(__builtin_memcmp("\xff", "\x01", 1) > 0);      // unsigned bytes
    check(__builtin_abs(-5) == 5);
    int *p = __builtin_alloca(3 * sizeof *p);
    p[2] = 9;
    check(p[2] == 9);
    return 0;
}
