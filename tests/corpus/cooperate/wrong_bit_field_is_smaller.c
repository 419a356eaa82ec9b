// What is stored into a bit-field is not what it holds: symbolic once said so.
// expect: false(unreach-call)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct { unsigned lo : 4, hi : 4; } pair;
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    pair.hi = x;
    if (pair.hi != x)
        reach_error(); //! violated
    return 0;
}
