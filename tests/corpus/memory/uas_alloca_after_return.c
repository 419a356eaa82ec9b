// Memory from alloca ends with the function that asked for it.
// run: use-after-scope
// data-model: both
// sanitizer: none, because gcc does not put alloca memory on the fake stack
static char *name(int n) {
    char *p = __builtin_alloca(n);
    for (int i = 0; i < n; i++)
        p[i] = 'a';
    return p;
}

int main(void) {
    char *p = name(8);
    return p[0]; //! use-after-scope
}
