// The file of two branches with one condition: what the flag says, the file is.
// expect: true
// property: unreach-call
// data-model: both
// Why: nothing between the two tests of `flag` touches it or the file.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct file {
    int is_open;
};

static void example(struct file *out, int flag, int work) {
    out->is_open = 1;
    if (out->is_open != 1)
        reach_error();
    out->is_open = 0;
    if (flag)
        out->is_open = 1;
    while (work > 0)
        work--;
    if (flag && out->is_open != 1)
        reach_error();
}

int main(void) {
    struct file file;
    example(&file, __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    return 0;
}
