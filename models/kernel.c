// What Linux drivers call and what has a clear meaning without the kernel: printing,
// copying from and to user memory, delays, error pointers.
//
// Locks are in kernel_lock.c, allocation in kernel_alloc.c. Functions that are
// macros or inline in kernel headers are here too, for programs that only declare
// them. User pointers are followed as ordinary ones; copying may stop anywhere.
// printk looks at its arguments and prints nothing; panic ends the run.
// Registration, devices, timers, work queues and interrupts are not modelled.

void *memcpy(void *to, const void *from, unsigned long n);
void *kmalloc(unsigned long size, unsigned flags);
void kfree(const void *block);
int __concord_print(int stream, const char *format, __builtin_va_list list);
_Noreturn void __concord_abort(void);

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

int printk(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = __concord_print(0, format, list);
    __builtin_va_end(list);
    return count;
}

int _printk(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = __concord_print(0, format, list);
    __builtin_va_end(list);
    return count;
}

int vprintk(const char *format, __builtin_va_list list) {
    return __concord_print(0, format, list);
}

int printk_ratelimit(void) {
    return maybe();
}

_Noreturn void panic(const char *format, ...) {
    (void)format;
    __concord_abort();
}

void dump_stack(void) {
}

// The number of bytes that were not copied.
unsigned long copy_from_user(void *to, const void *from, unsigned long n) {
    unsigned long copied;
    if (copied > n)
        copied = n;
    memcpy(to, from, copied);
    // What could not be read becomes zero.
    for (unsigned long i = copied; i < n; i++)
        ((char *)to)[i] = 0;
    return n - copied;
}

unsigned long _copy_from_user(void *to, const void *from, unsigned long n) {
    return copy_from_user(to, from, n);
}

unsigned long __copy_from_user(void *to, const void *from, unsigned long n) {
    return copy_from_user(to, from, n);
}

unsigned long copy_to_user(void *to, const void *from, unsigned long n) {
    unsigned long copied;
    if (copied > n)
        copied = n;
    memcpy(to, from, copied);
    return n - copied;
}

unsigned long _copy_to_user(void *to, const void *from, unsigned long n) {
    return copy_to_user(to, from, n);
}

unsigned long __copy_to_user(void *to, const void *from, unsigned long n) {
    return copy_to_user(to, from, n);
}

unsigned long clear_user(void *to, unsigned long n) {
    unsigned long cleared;
    if (cleared > n)
        cleared = n;
    for (unsigned long i = 0; i < cleared; i++)
        ((char *)to)[i] = 0;
    return n - cleared;
}

// The length of the string, n if it is longer, or -EFAULT.
long strncpy_from_user(char *to, const char *from, long n) {
    if (maybe())
        return -14;
    for (long i = 0; i < n; i++) {
        to[i] = from[i];
        if (!to[i])
            return i;
    }
    return n;
}

// Errors as pointers: the last page of addresses.

void *ERR_PTR(long error) {
    return (void *)error;
}

long PTR_ERR(const void *pointer) {
    return (long)pointer;
}

long IS_ERR(const void *pointer) {
    return (unsigned long)pointer >= (unsigned long)-4095L;
}

long IS_ERR_OR_NULL(const void *pointer) {
    return !pointer || IS_ERR(pointer);
}

void *memdup_user(const void *from, unsigned long n) {
    char *copy = kmalloc(n, 0);
    if (!copy)
        return ERR_PTR(-12);
    if (maybe()) {
        kfree(copy);
        return ERR_PTR(-14);
    }
    memcpy(copy, from, n);
    return copy;
}

// Bits in an array of longs; the atomic ones are the same with one thread.

static unsigned long mask_of(long number) {
    return 1UL << ((unsigned long)number % (8 * sizeof(long)));
}

static unsigned long *word_of(long number, unsigned long *words) {
    return words + (unsigned long)number / (8 * sizeof(long));
}

void set_bit(long number, unsigned long *words) {
    *word_of(number, words) |= mask_of(number);
}

void clear_bit(long number, unsigned long *words) {
    *word_of(number, words) &= ~mask_of(number);
}

int test_bit(long number, const unsigned long *words) {
    return (*word_of(number, (unsigned long *)words) & mask_of(number)) != 0;
}

int test_and_set_bit(long number, unsigned long *words) {
    int old = test_bit(number, words);
    set_bit(number, words);
    return old;
}

int test_and_clear_bit(long number, unsigned long *words) {
    int old = test_bit(number, words);
    clear_bit(number, words);
    return old;
}

// Delays.

void __udelay(unsigned long microseconds) {
    (void)microseconds;
}

void __ndelay(unsigned long nanoseconds) {
    (void)nanoseconds;
}

void __const_udelay(unsigned long loops) {
    (void)loops;
}

void udelay(unsigned long microseconds) {
    (void)microseconds;
}

void mdelay(unsigned long milliseconds) {
    (void)milliseconds;
}

void msleep(unsigned milliseconds) {
    (void)milliseconds;
}

unsigned long msleep_interruptible(unsigned milliseconds) {
    unsigned long left;
    return left <= milliseconds ? left : 0;
}

void schedule(void) {
}

// What is left of the timeout when it is cut short.
long schedule_timeout(long timeout) {
    long left;
    return left >= 0 && left <= timeout ? left : 0;
}

int cond_resched(void) {
    return maybe();
}

void might_sleep(void) {
}

int capable(int capability) {
    (void)capability;
    return maybe();
}
