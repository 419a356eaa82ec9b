// A variable argument is taken with another type than it was given.
// expect: false(valid-deref)
// property: valid-deref
// test-case: no
static double first(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    double d = __builtin_va_arg(list, double);
    __builtin_va_end(list);
    return d;
}

int main(void) {
    return first(1, 1) > 0;
}
