// A function that is only declared may return anything.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern void reach_error(void);

extern int sensor(int channel);

int main(void) {
    int a = sensor(1);
    int b = sensor(2);
    if (a == 0 || b == 0)
        return 0;
    if (a + b == 2)
        reach_error(); //! violated
    return 0;
}
