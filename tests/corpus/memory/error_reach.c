// reach_error is reached, through a helper that checks a condition.
// run: error-call
// data-model: both
extern void reach_error(void);

static void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error(); //! error-call
    }
}

int main(void) {
    int x = 0, y = 50;
    while (x < 100) {
        x++;
        if (x > 50)
            y++;
    }
    __VERIFIER_assert(y == 100);
    __VERIFIER_assert(x != y);
    return 0;
}
