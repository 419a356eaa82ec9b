// A pointer to the variable of a former round of the loop is used in the next.
// run: use-after-scope
// data-model: both
int main(void) {
    int *before = 0;
    int s = 0;
    for (int i = 0; i < 3; i++) {
        if (before)
            s += *before; //! use-after-scope
        int now = i;
        before = &now;
    }
    return s;
}
