// Analyses know of a power no more than that it is not negative; that is no run.
// expect: unknown(not-replayed)
// property: unreach-call
extern double pow(double, double);
extern void reach_error(void);

int main(void)
{
    if (pow(2, 10) != 1024)
        reach_error();
    return 0;
}
