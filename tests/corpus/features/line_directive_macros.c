// The #line directive sets what __LINE__ and __FILE__ report.
// expect: true
// data-model: both
#define LINE_HERE __LINE__
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
#line 500
    check(__LINE__ == 500);
    check(LINE_HERE == 501);
#line 40 "renamed.c"
    check(__LINE__ == 40);
    check(__FILE__[0] == 'r' && sizeof __FILE__ == 10);
#define LINE 7
#line LINE
    check(__LINE__ == 7 && (
        __LINE__) == 8);
    return 0;
}
