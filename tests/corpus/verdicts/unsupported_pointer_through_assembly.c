// A pointer that inline assembly makes of another one may lead to the same object.
// expect: unknown(unsupported)
// property: unreach-call
extern void reach_error(void);

int main(void)
{
    int x = 1;
    int *p;
    __asm__("mov %1,%0" : "=r"(p) : "r"(&x));
    *p = 2;
    if (x != 1)
        reach_error();
    return 0;
}
