// Inline assembly writes its operands: what is proved for all they may hold is so.
// expect: true
// property: unreach-call
extern void reach_error(void);

static void set_bit(int number, unsigned long volatile *flags)
{
    __asm__ volatile("btsq %1,%0" : "+m"(*flags) : "Ir"((long)number) : "cc");
}

static unsigned char in(int port)
{
    unsigned char value;
    __asm__ volatile("inb %w1, %b0" : "=a"(value) : "Nd"((unsigned short)port));
    return value;
}

int main(void)
{
    unsigned long flags = 0;
    int locked = 1;
    set_bit(3, &flags);
    __asm__ volatile("mfence" : : : "memory");
    if (flags && in(0x60) > 255)
        locked = 0;
    if (!locked)
        reach_error();
    return 0;
}
