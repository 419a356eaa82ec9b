// Static locals keep their state across calls, recursion and shadowing, one per function.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int counter(int step) {
    static int n = 10;
    return n += step;
}
static int other(void) {
    static int n = 10;
    {
        static int n;
        n += 2;
        if (n > 4)
            return n;
    }
    return ++n;
}
static int recursive(int depth) {
    static int calls, *first;
    int here = ++calls;
    if (!first)
        first = &calls;
    if (depth)
        recursive(depth - 1);
    return *first * 100 + here;
}
static const char *generator(void) {
    static const char letters[] = "xyz", *p = letters;
    if (!*p)
        p = letters;
    return p++;
}

int main(void) {
    check(counter(1) == 11 && counter(5) == 16 && counter(-20) == -4 && counter(0) == -4);
    check(other() == 11 && other() == 12 && other() == 6 && other() == 8);
    check(recursive(3) == 401 && recursive(0) == 505);
    int seen = 0;
    for (int i = 0; i < 7; i++)
        seen = seen * 3 + (*generator() - 'x');
    check(seen == 0 * 729 + 1 * 243 + 2 * 81 + 0 * 27 + 1 * 9 + 2 * 3 + 0);
    return 0;
}
