// Constructors run by their priority, those without one last, as they are written.
// expect: false(unreach-call)
// property: unreach-call
extern void reach_error(void);

static int trace;

static void fourth(void) __attribute__((constructor));

__attribute__((constructor)) static void third(void)
{
    trace = trace * 10 + 3;
}

static void fourth(void)
{
    trace = trace * 10 + 4;
}

__attribute__((constructor(202))) static void second(void)
{
    trace = trace * 10 + 2;
}

__attribute__((constructor(201))) static void first(void)
{
    trace = trace * 10 + 1;
}

int main(void)
{
    if (trace == 1234)
        reach_error(); //! violated
    return 0;
}
