// va_list operations; the list may be a parameter.
// expect: true
// data-model: lp64
typedef __builtin_va_list va_list;
int next(va_list ap) { return __builtin_va_arg(ap, int); }
double f(int n, ...) {
    va_list ap, aq;
    __builtin_va_start(ap, n);
    __builtin_va_copy(aq, ap);
    double d = next(ap) + __builtin_va_arg(aq, double);
    __builtin_va_end(ap);
    __builtin_va_end(aq);
    return d;
}
