// Casts between pointers and integers keep the value.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef unsigned long word;

int main(void) {
    int x = 0x01020304;
    word w = (word)&x;
    check(*(int *)w == x && (int *)w == &x);
    check(sizeof(word) == sizeof(void *));
    unsigned char *b = (unsigned char *)&x;
    check(b[0] == 4 && b[3] == 1);
    b[3] = 0x7F;
    check(x == 0x7F020304);
    void *v = &x;
    int *back = v;                            // no cast needed in C
    check(back == &x);
    check((void *)0 == 0 && (int *)0 == (char *)(void *)0);
    check((word)(char *)16 == 16 && (word)(&x + 1) == w + 4);
    const int *c = &x;
    *(int *)c = 5;                            // x itself is not const
    check(x == 5);
    (void)x;
    check((char)(int)(char)0x1FF == -1);
    check((short)(unsigned short)65535 == -1);
    float f = (float)(char)(3.9 + 4);
    check(f == 7.0f);
    return 0;
}
