// A program without inputs has one path, which is followed far.
// expect: false(unreach-call)
// property: unreach-call
extern void reach_error(void);

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 300000; i++)
        sum += i;
    if (sum == 2050177040u)
        reach_error(); //! violated
    return 0;
}
