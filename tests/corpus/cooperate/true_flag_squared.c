// What a flag holds is known whatever the path, and its square is itself.
// expect: true
// product: types+consistency
// Why: flag is only ever given comparisons, so that it is 0 or 1.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int flag;
static void turn(int deep)
{
    flag = __VERIFIER_nondet_int() > 7;
    if (deep && __VERIFIER_nondet_int())
        turn(__VERIFIER_nondet_int());
}
int main(void)
{
    turn(1);
    while (__VERIFIER_nondet_int())
        turn(0);
    if (flag * flag != flag)
        reach_error();
    return 0;
}
