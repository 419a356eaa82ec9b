// Every way out of a function gives back what it took.
// expect: true
// property: unreach-call
// Why: each return follows exactly one `held--`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int held;

static int step(int value) {
    held++;
    if (value < 0) {
        held--;
        return -1;
    }
    int result = value > 100;
    held--;
    if (!result)
        return 0;
    return value;
}

int main(void) {
    int before = held = __VERIFIER_nondet_int();
    int value;
    while ((value = step(__VERIFIER_nondet_int())) >= 0)
        if (value && value <= 100)
            reach_error();
    if (held != before)
        reach_error();
    return 0;
}
