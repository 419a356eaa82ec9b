// An alias may have another type than its variable; only using it is not understood.
// expect: unknown(unsupported)
// property: unreach-call
extern void reach_error(void);

static int table[2] = {1, 2};
extern int first __attribute__((alias("table")));

int main(void)
{
    if (first == 1)
        reach_error();
    return table[1];
}
