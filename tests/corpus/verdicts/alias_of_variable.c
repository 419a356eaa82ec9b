// A variable with two names is one.
// expect: false(unreach-call)
// property: unreach-call
extern void reach_error(void);

int first = 1;
extern int second __attribute__((alias("first")));

int main(void)
{
    second = 2;
    if (first == 2)
        reach_error(); //! violated
    return 0;
}
