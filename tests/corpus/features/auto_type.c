// __auto_type takes the type of the initialiser after decay.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static double half(int x) { return x / 2.0; }

int main(void) {
    __auto_type a = 5;
    __auto_type b = half(a);
    __auto_type c = (unsigned char)300;
    __auto_type d = "text";
    __auto_type e = half;
    int array[3] = {1, 2, 3};
    __auto_type f = array;
    const __auto_type g = 7LL;
    check(sizeof a == 4 && b == 2.5 && sizeof b == 8);
    check(sizeof c == 1 && c == 44);
    check(sizeof d == sizeof(char *) && d[1] == 'e');
    check(e(3) == 1.5);
    check(sizeof f == sizeof(int *) && f[2] == 3);
    check(sizeof g == 8 && g == 7);
    f++;
    check(*f == 2);
    return 0;
}
