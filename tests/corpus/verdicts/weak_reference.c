// A weak reference is another name of a function.
// expect: false(unreach-call)
// property: unreach-call
extern void reach_error(void);

int target(void)
{
    return 3;
}

static int reference(void) __attribute__((weakref("target")));

int main(void)
{
    if (reference() == 3)
        reach_error(); //! violated
    return 0;
}
