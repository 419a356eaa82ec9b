// Labels have addresses that goto can jump to.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int run(const unsigned char *code) {
    static void *const table[] = {&&halt, &&inc, &&twice, &&jump_back};
    int acc = 0, rounds = 0;
    const unsigned char *start = code;
    goto *table[*code];
inc:
    acc++;
    goto *table[*++code];
twice:
    acc *= 2;
    goto *table[*++code];
jump_back:
    if (++rounds < 3) {
        code = start;
        goto *table[*code];
    }
    goto *table[*++code];
halt:
    return acc;
}

int main(void) {
    check(run((unsigned char[]){0}) == 0);
    check(run((unsigned char[]){1, 1, 2, 1, 0}) == 5);
    check(run((unsigned char[]){1, 2, 3, 0}) == 14);
    void *target = &&end;
    int skipped = 1;
    goto *target;
    skipped = 0;
end:
    check(skipped);
    return 0;
}
