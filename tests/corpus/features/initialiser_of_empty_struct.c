// A member without members takes no value from the list around it.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct empty {};
struct only { struct empty e; };
struct mixed { struct empty e; int n; };

int main(void) {
    struct only o = { 5 };
    struct only array[1] = { 5, 6 };
    struct mixed m = { {}, 7 };
    check(sizeof o == 0 && sizeof array == 0 && m.n == 7);
    return 0;
}
