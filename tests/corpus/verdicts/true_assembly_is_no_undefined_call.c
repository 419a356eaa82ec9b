// A call of an undefined function is an error here; inline assembly is none.
// expect: true
// property: unreach-call
// options: --unknown-calls error
int main(void)
{
    unsigned z = 1;
    __asm__("bswap %0" : "+r"(z));
    return z != 0;
}
