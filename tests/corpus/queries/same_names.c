// Several variables have one name: what a model says of one is not said of another.
// check: --property unreach-call --analyses intervals+refs --malloc succeeds --merge never
// false: G (in(f) => level == 1)
// rejected: G (in(main) => count < 2)
// true: G !error
extern void *malloc(unsigned long);
extern void reach_error(void);
int level;
int count;
static int *f(int level)
{
    static int count;
    count = level;
    return malloc(sizeof count);
}
int main(void)
{
    level = 1;
    int *p = f(5);
    if (!p)
        reach_error();
    return 0;
}
