// A game that a click may end: the thesis's query (section 6.1.1).
// check: --analyses values --merge never
// false: G (!in(click) || !(gameover == 0) || X (gameover == 0))
// true: G (!in(mark) || !(gameover == 0) || X (gameover == 0))
// true: G (gameover == 1 => G gameover == 1)
// true: G (call(click) => X in(click))
// true: G (at(click, 25) => !gameover)
// true: G !error
// true: G ((in(click) => mined == mined) && moves >= 0)
// true: G (in(mark) ∧ gameover == 0 → X gameover == 0)
// false: !call(mark) W call(click)
// false: G (at(click, 26) => gameover == 0)
// rejected: G in(clock)
// rejected: !G gameover == 0
// rejected: G (gameover == 0
// rejected: G (gameover = 0)
// rejected: G at(click, 3)
int gameover, moves;
extern int __VERIFIER_nondet_int(void);
static void click(int mined)
{
    if (!gameover)
        moves = 1;
    if (!gameover && mined)
        gameover = 1;
}
static void mark(void)
{
    if (!gameover)
        moves = 2;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            click(__VERIFIER_nondet_int());
        else
            mark();
    }
    return 0;
}
