// What the mathematics give the machine computes.
// expect: false(unreach-call)
// property: unreach-call
extern double pow(double, double);
extern double sin(double);
extern void reach_error(void);

int main(void)
{
    if (pow(2, 10) == 1024 && sin(1) > 0.84 && sin(1) < 0.85)
        reach_error(); //! violated
    return 0;
}
