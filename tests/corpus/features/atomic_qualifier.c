// Operators on _Atomic objects read, change and write as one step.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static _Atomic int counter;
static _Atomic(unsigned char) byte = 250;
static _Atomic _Bool flag;

int main(void) {
    check(counter++ == 0 && ++counter == 2);
    counter += 5;
    check(counter == 7);
    counter *= 3;
    check(counter == 21);
    byte += 10;
    check(byte == 4);
    int old = byte--;
    check(old == 4 && byte == 3);
    flag = 7;
    check(flag == 1);
    _Atomic int local = 5;
    int plain = local;
    local |= 8;
    check(local == 13 && plain == 5);
    _Atomic(int *) p = &plain;
    check(*p == 5);
    check(__atomic_fetch_add(&plain, 3, 5) == 5 && plain == 8);
    check(__sync_fetch_and_sub(&plain, 2) == 8 && plain == 6);
    check(__sync_bool_compare_and_swap(&plain, 6, 60) && plain == 60);
    check(!__sync_bool_compare_and_swap(&plain, 6, 1) && plain == 60);
    return 0;
}
