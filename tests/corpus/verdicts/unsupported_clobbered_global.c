// With the clobber `memory`, assembly may write what it names itself.
// expect: unknown(unsupported)
// property: unreach-call
extern void reach_error(void);

int counter;

int main(void)
{
    __asm__ volatile("incl counter" : : : "memory");
    if (counter != 0)
        reach_error();
    return 0;
}
