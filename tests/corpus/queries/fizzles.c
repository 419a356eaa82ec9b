// What parity and intervals know is a contradiction that is noticed two statements later.
// check: --property unreach-call --analyses parity+intervals --merge never
// pruned: 3
// true: G !error
// true: G !at(main, 17)
// true: G !at(main, 18)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = 2 * __VERIFIER_nondet_uint();
    unsigned y = x, z;
    if (y < 1)
        return 0;
    if (y > 1)
        return 0;
    z = 1;
    z = 2;
    if (x < y)
        reach_error();
    return z;
}
