// snprintf is told a size that is not its buffer's.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
int snprintf(char *, size_t, const char *, ...);

int main(void) {
    char buf[8];
    char *p = buf;
    int n = snprintf(p, sizeof buf, "%d", 1234567);
    n += snprintf(p, 64, "%d-%d", 123456, 789); //! out-of-bounds
    return n;
}
