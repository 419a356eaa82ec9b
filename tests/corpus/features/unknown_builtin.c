// A builtin that Concord does not know is not taken for a function that returns int.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    __complex__ float c = 2;
    __imag__ c = 3;
    c = __builtin_conjf(c);
    check(__real__ c == 2 && __imag__ c == -3);
    return 0;
}
