// A flexible array member that a string literal initialises, with and without braces.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct text { char n; char tail[]; };
static struct text plain = {2, "hi"};
static struct text braced = {3, {"abc"}};
static struct { int n; __WCHAR_TYPE__ tail[]; } wide = {1, L"x"};

int main(void) {
    check(plain.n == 2 && plain.tail[0] == 'h' && plain.tail[1] == 'i' && plain.tail[2] == 0);
    check(braced.tail[2] == 'c' && braced.tail[3] == 0 && wide.tail[0] == 'x' && wide.tail[1] == 0);
    plain.tail[2] = '!';
    check(plain.tail[2] == '!' && sizeof plain == 1);
    return 0;
}
