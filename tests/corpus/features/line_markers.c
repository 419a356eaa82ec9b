// Line markers change positions and nothing else.
// expect: true
// data-model: both
# 1 "first.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "first.c"
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }
# 1 "/usr/include/some header.h" 1 3 4
extern int puts(const char *);
static int from_header = 3;
# 5 "first.c" 2
static int
# 900 "inside_a_declaration.c"
    split
# 6 "first.c"
    = 4;
# 30 "other.c"
# 31

int main(void) {
    int x = 1 +
# 77 "first.c"
        2;
# 78
    check(x == 3 && from_header == 3 && split == 4);
    if (x == 3)
# 99 "first.c"
        x = 5;
    check(x == 5);
    return 0;
}
# 1 "end \"quoted\" \\ name.c"
