// Inline assembly on the only path.
// expect: unknown(unsupported)
// property: unreach-call
int main(void) {
    int x = 1;
    __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
