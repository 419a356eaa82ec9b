// Adjacent string literals form one literal with one terminator.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static const char text[] = "one, "
                           "two, " /* between */ "three"
                           // a comment in between
                           "";

int main(void) {
    check(sizeof text == 16);
    check(text[5] == 't' && text[14] == 'e' && text[15] == 0);
    const char *p = "a" "b" "c";
    check(p[0] == 'a' && p[1] == 'b' && p[2] == 'c' && p[3] == 0);
    check(sizeof("" "" "") == 1);
    check(sizeof("x\0" "y") == 4);
    check(("ab" "cd")[2] == 'c');
    check(2["xyz"] == 'z');
    return 0;
}
