// An output in memory is written: what was there before is gone.
// expect: false(unreach-call)
// property: unreach-call
// test-case: no
extern void reach_error(void);

int main(void)
{
    int x = 5;
    __asm__ volatile("" : "=m"(x));
    if (x != 5)
        reach_error(); //! violated
    return 0;
}
