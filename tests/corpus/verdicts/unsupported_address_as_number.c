// An address that went through assembly comes back as a number.
// expect: unknown(unsupported)
// property: unreach-call
extern void reach_error(void);

int main(void)
{
    int x = 0;
    long number;
    __asm__("mov %1,%0" : "=r"(number) : "r"(&x));
    *(int *)number = 1;
    if (x)
        reach_error();
    return 0;
}
