// Calls and returns match: who called with a zero does not go on with a one.
// check: --analyses signs --merge always
// true: G (at(main, 23) => X (!at(main, 25) W at(main, 24)))
// true: !at(main, 24) W at(main, 23)
// false: G !(in(down) && n == 0)
// true: G (in(main) => X true)
// false: G (in(main) => X in(main))
int last;
static int twice(int x)
{
    return x + x;
}
static int down(int n)
{
    if (n > 0)
        down(n - 1);
    return n;
}
int main(void)
{
    int a = 0;

    last = twice(a);
    last = twice(1);
    a = down(2);
    return a;
}
