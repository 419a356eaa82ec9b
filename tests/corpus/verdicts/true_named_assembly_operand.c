// The same by the output's name; what shares no register is left alone.
// expect: true
// property: unreach-call
extern void reach_error(void);

int main(void)
{
    unsigned long x = 5, y = 0;
    __asm__("" : [to] "=r"(y) : [from] "r"(3), "[to]"(x));
    if (x != 5 || y != 5)
        reach_error();
    return 0;
}
