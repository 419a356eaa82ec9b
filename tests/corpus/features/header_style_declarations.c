// Declarations in the style of preprocessed system headers.
// expect: true
// data-model: both
# 1 "/usr/include/stdlib.h" 1 3 4
typedef long unsigned int __ulong;
typedef __typeof__ (sizeof (0)) size_t;
typedef int __int8_t __attribute__ ((__mode__ (__QI__)));
__extension__ typedef struct { long long int quot; long long int rem; } lldiv_t;
typedef struct { int __val[2]; } __fsid_t;
typedef union { char __size[56]; long int __align; } pthread_attr_t;
extern int atoi (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;
__extension__ extern long long int atoll (const char *__nptr) __attribute__ ((__nothrow__ , __leaf__));
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
     __attribute__ ((__alloc_size__ (1))) __attribute__ ((__warn_unused_result__));
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern int snprintf (char *__restrict __s, size_t __maxlen, const char *__restrict __format, ...)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 4)));
extern void (*signal (int __sig, void (*__handler) (int))) (int);
extern int vsnprintf (char *__restrict, size_t, const char *__restrict, __builtin_va_list);
extern __inline __attribute__ ((__gnu_inline__)) int
__attribute__ ((__nothrow__ , __leaf__)) toupper_ascii (int __c)
{
  return __c >= 'a' && __c <= 'z' ? __c - 32 : __c;
}
extern int isoc99 (const char *) __asm__ ("" "atoi") __attribute__ ((__nothrow__));
# 20 "program.c" 2
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int toupper_ascii(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

int main(void) {
    char buf[8];
    check(atoi("42") == 42 && atoll("-7") == -7 && isoc99("13") == 13);
    check(snprintf(buf, sizeof buf, "%d", 1234) == 4 && buf[3] == '4');
    check(toupper_ascii('q') == 'Q' && sizeof(__int8_t) == 1);
    lldiv_t d = {3, 4};
    check(d.rem == 4 && sizeof(pthread_attr_t) == 56 && sizeof(__fsid_t) == 8);
    char *p = malloc(2);
    if (p) p[1] = 'x', check(p[1] == 'x');
    free(p);
    return 0;
}
