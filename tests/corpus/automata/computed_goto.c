// A computed goto is a switch over the labels whose address is taken.
// expect: true
// data-model: both
int f(int i) {
    static void *const table[] = { &&one, &&two };
    goto *table[i];
one:
    return 1;
two:
    return 2;
never:
    return 3;
}
