// A switch may jump into the middle of a loop.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static void copy(char *to, const char *from, int n) {
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

int main(void) {
    char buffer[12];
    const char *text = "abcdefghij";
    for (int n = 1; n <= 10; n++) {
        for (int i = 0; i < 12; i++)
            buffer[i] = '.';
        copy(buffer, text, n);
        for (int i = 0; i < 12; i++)
            check(buffer[i] == (i < n ? text[i] : '.'));
    }
    return 0;
}
