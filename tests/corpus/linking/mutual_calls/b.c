extern int is_even(unsigned n);
int is_odd(unsigned n) { return n != 0 && is_even(n - 1); }
int (*const table[2])(unsigned) = {is_even, is_odd};
extern int target[];
int *pointer = target + 2;
int only_in_block = 8;
