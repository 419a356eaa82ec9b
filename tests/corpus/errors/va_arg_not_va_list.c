// va_arg needs a va_list.
// expect: reject
int f(int n, ...) {
    return __builtin_va_arg(n, int);  //~ error: va_list
}
