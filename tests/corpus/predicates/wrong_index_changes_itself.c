// A write changes where its own place is: symbolic once kept what was written there.
// expect: false(unreach-call)
// Why: a[0] becomes 2, and a[2] is 0.
extern void reach_error(void);
int a[4];
int main(void)
{
    a[0] = 0;
    a[a[0]] = 2;
    if (a[a[0]] != 2)
        reach_error(); //! violated
    return 0;
}
