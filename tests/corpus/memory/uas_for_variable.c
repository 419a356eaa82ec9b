// The variable of a for statement is read through a pointer after the loop.
// run: use-after-scope
// data-model: both
int main(void) {
    const int *p = 0;
    int a[4] = {3, 1, 4, 1};
    for (int i = 0; i < 4; i++)
        if (a[i] == 4) {
            p = &i;
            break;
        }
    return *p; //! use-after-scope
}
