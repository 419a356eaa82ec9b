// An empty template moves an input into the output that shares its register.
// expect: false(unreach-call)
// property: unreach-call
extern void reach_error(void);

int main(void)
{
    int x = 1, kept = 7;
    int *p;
    __asm__("" : "=r"(p) : "0"(&x));
    __asm__ volatile("" : "+r"(kept) : : "memory");
    *p = 2;
    if (x == 2 && kept == 7)
        reach_error(); //! violated
    return 0;
}
