// With the clobber `memory`, operands in memory are written.
// expect: unknown(unsupported)
// property: unreach-call
extern void reach_error(void);

static void put(int value, int volatile *to)
{
    __asm__ volatile("movl %0,%1" : : "r"(value), "m"(*to) : "memory");
}

int main(void)
{
    int x = 1;
    put(2, &x);
    if (x != 1)
        reach_error();
    return 0;
}
