// memset writes one byte more than a global buffer has.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memset(void *, int, size_t);

static char buf[24];

static void wipe(char *p, int n) {
    memset(p, 0, (size_t)n); //! out-of-bounds
}

int main(void) {
    wipe(buf, (int)sizeof buf);
    wipe(buf + 1, (int)sizeof buf);
    return 0;
}
