// Failed static assertions report their message.
// expect: reject
_Static_assert(sizeof(int) == 8, "ints are not eight bytes");  //~ error: ints are not eight bytes
struct s {
    int a;
    _Static_assert(1 == 2, "inside a struct");  //~ error: inside a struct
};
int f(void) {
    _Static_assert(0, "one " "and two");  //~ error: one and two
    _Static_assert(1, "fine");
    return 0;
}
int n;
_Static_assert(n, "unknown");  //~ error: constant
