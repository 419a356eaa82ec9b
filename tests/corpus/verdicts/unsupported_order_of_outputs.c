// Whether an output's place is found before or after another one is written, compilers differ.
// expect: unknown(unsupported)
// property: unreach-call
extern void reach_error(void);

int main(void)
{
    int table[2] = {0, 0}, i = 0;
    __asm__("" : "=r"(i), "=r"(table[i]) : "0"(1), "1"(7));
    if (table[0] != 7)
        reach_error();
    return 0;
}
