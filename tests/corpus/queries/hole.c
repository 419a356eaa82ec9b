// A model that does not have every run proves nothing, and what runs show is so.
// check: --analyses values
// unknown: G n <= 2
// false: G n == 0
int n;
int main(void)
{
    n = 1;
    __asm__("cli");
    n = 2;
    return 0;
}
