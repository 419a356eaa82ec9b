// A call without a declaration declares a function that returns int.
// expect: true
// data-model: both
// std: gnu89
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main() {
    check(later(3, 4) == 12);
    check(sizeof(later(1, 2)) == sizeof(int));
    {
        check(other("abc") == 'b');
    }
    return nothing();
}

int later(a, b) int a, b; { return a * b; }
int other(s) char *s; { return s[1]; }
nothing() { return 0; }
