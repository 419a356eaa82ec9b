// A register is handed over as it is: the bits of an integer are no float of that value.
// expect: unknown(unsupported)
// property: unreach-call
extern void reach_error(void);

int main(void)
{
    float one;
    __asm__("" : "=r"(one) : "0"(1065353216));
    if (one != 1.0f)
        reach_error();
    return 0;
}
