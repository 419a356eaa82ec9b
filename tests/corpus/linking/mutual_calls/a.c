// Functions and pointers to functions and data refer to each other across files.
extern void abort(void);
int is_odd(unsigned n);
int is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
extern int (*const table[2])(unsigned);
extern int *pointer;
int target[3] = {1, 2, 3};

int main(void) {
    extern int only_in_block;
    if (!is_even(10) || is_odd(4)) abort();
    if (table[0](3) != 0 || table[1](3) != 1) abort();
    if (*pointer != 3 || pointer != &target[2]) abort();
    *pointer = 30;
    if (target[2] != 30 || only_in_block != 8) abort();
    return 0;
}
