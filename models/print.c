// The printf family: what programs call, on top of the formatter in format.c.
//
// Text for standard output and standard error is handed out; what goes to other
// files or descriptors is formatted (so that its arguments are looked at) and
// dropped, and there the call may fail. gcc's checked variants ignore the flag
// and the size gcc passes: each access is checked anyway.

struct _IO_FILE;

int __concord_print(int stream, const char *format, __builtin_va_list list);
int __concord_print_to(char *array, unsigned long size, const char *format, __builtin_va_list list);
int __concord_stream(struct _IO_FILE *file);
void *malloc(unsigned long size);

// Writing to something that is not standard output or error may fail.
static int perhaps(int stream, int count) {
    int fails;
    return stream == 0 && fails == 1 ? -1 : count;
}

int vprintf(const char *format, __builtin_va_list list) {
    return __concord_print(1, format, list);
}

int vfprintf(struct _IO_FILE *file, const char *format, __builtin_va_list list) {
    int stream = __concord_stream(file);
    return perhaps(stream, __concord_print(stream, format, list));
}

int vdprintf(int descriptor, const char *format, __builtin_va_list list) {
    int stream = descriptor == 1 || descriptor == 2 ? descriptor : 0;
    return perhaps(stream, __concord_print(stream, format, list));
}

int vsprintf(char *to, const char *format, __builtin_va_list list) {
    return __concord_print_to(to, ~0UL, format, list);
}

int vsnprintf(char *to, unsigned long size, const char *format, __builtin_va_list list) {
    return __concord_print_to(to, size, format, list);
}

int vasprintf(char **result, const char *format, __builtin_va_list list) {
    int length = __concord_print_to(0, 0, format, list);
    if (length < 0)
        return -1;
    char *text = malloc((unsigned long)length + 1);
    if (!text)
        return -1;
    *result = text;
    return __concord_print_to(text, (unsigned long)length + 1, format, list);
}

int printf(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vprintf(format, list);
    __builtin_va_end(list);
    return count;
}

int fprintf(struct _IO_FILE *file, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfprintf(file, format, list);
    __builtin_va_end(list);
    return count;
}

int dprintf(int descriptor, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vdprintf(descriptor, format, list);
    __builtin_va_end(list);
    return count;
}

int sprintf(char *to, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vsprintf(to, format, list);
    __builtin_va_end(list);
    return count;
}

int snprintf(char *to, unsigned long size, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vsnprintf(to, size, format, list);
    __builtin_va_end(list);
    return count;
}

int asprintf(char **result, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vasprintf(result, format, list);
    __builtin_va_end(list);
    return count;
}

int __vprintf_chk(int flag, const char *format, __builtin_va_list list) {
    (void)flag;
    return vprintf(format, list);
}

int __vfprintf_chk(struct _IO_FILE *file, int flag, const char *format, __builtin_va_list list) {
    (void)flag;
    return vfprintf(file, format, list);
}

int __vdprintf_chk(int descriptor, int flag, const char *format, __builtin_va_list list) {
    (void)flag;
    return vdprintf(descriptor, format, list);
}

int __vsprintf_chk(char *to, int flag, unsigned long room, const char *format, __builtin_va_list list) {
    (void)flag, (void)room;
    return vsprintf(to, format, list);
}

int __vsnprintf_chk(char *to, unsigned long size, int flag, unsigned long room, const char *format, __builtin_va_list list) {
    (void)flag, (void)room;
    return vsnprintf(to, size, format, list);
}

int __vasprintf_chk(char **result, int flag, const char *format, __builtin_va_list list) {
    (void)flag;
    return vasprintf(result, format, list);
}

int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vprintf(format, list);
    __builtin_va_end(list);
    return count;
}

int __fprintf_chk(struct _IO_FILE *file, int flag, const char *format, ...) {
    (void)flag;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfprintf(file, format, list);
    __builtin_va_end(list);
    return count;
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
    (void)flag;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vdprintf(descriptor, format, list);
    __builtin_va_end(list);
    return count;
}

int __sprintf_chk(char *to, int flag, unsigned long room, const char *format, ...) {
    (void)flag, (void)room;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vsprintf(to, format, list);
    __builtin_va_end(list);
    return count;
}

int __snprintf_chk(char *to, unsigned long size, int flag, unsigned long room, const char *format, ...) {
    (void)flag, (void)room;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vsnprintf(to, size, format, list);
    __builtin_va_end(list);
    return count;
}

int __asprintf_chk(char **result, int flag, const char *format, ...) {
    (void)flag;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vasprintf(result, format, list);
    __builtin_va_end(list);
    return count;
}
