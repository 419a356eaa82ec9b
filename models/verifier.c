// SV-COMP's vocabulary: any value of a type, assumptions, atomic sections.
//
// An uninitialised variable is an input, so __VERIFIER_nondet_T just returns one.
// The error functions are not here: the verifier gives them their meaning. There
// are no threads, so atomic sections do nothing.

_Noreturn void __concord_infeasible(void);

void __VERIFIER_assume(int condition) {
    if (!condition)
        __concord_infeasible();
}

void __VERIFIER_atomic_begin(void) {
}

void __VERIFIER_atomic_end(void) {
}

void __VERIFIER_nondet_memory(void *block, unsigned long size) {
    char *b = block;
    for (unsigned long i = 0; i < size; i++) {
        char any;
        b[i] = any;
    }
}

_Bool __VERIFIER_nondet_bool(void) {
    unsigned char any;
    return any & 1;
}

char __VERIFIER_nondet_char(void) {
    char any;
    return any;
}

signed char __VERIFIER_nondet_schar(void) {
    signed char any;
    return any;
}

unsigned char __VERIFIER_nondet_uchar(void) {
    unsigned char any;
    return any;
}

unsigned char __VERIFIER_nondet_unsigned_char(void) {
    unsigned char any;
    return any;
}

short __VERIFIER_nondet_short(void) {
    short any;
    return any;
}

unsigned short __VERIFIER_nondet_ushort(void) {
    unsigned short any;
    return any;
}

int __VERIFIER_nondet_int(void) {
    int any;
    return any;
}

unsigned __VERIFIER_nondet_uint(void) {
    unsigned any;
    return any;
}

unsigned __VERIFIER_nondet_unsigned(void) {
    unsigned any;
    return any;
}

unsigned __VERIFIER_nondet_unsigned_int(void) {
    unsigned any;
    return any;
}

long __VERIFIER_nondet_long(void) {
    long any;
    return any;
}

unsigned long __VERIFIER_nondet_ulong(void) {
    unsigned long any;
    return any;
}

long long __VERIFIER_nondet_longlong(void) {
    long long any;
    return any;
}

unsigned long long __VERIFIER_nondet_ulonglong(void) {
    unsigned long long any;
    return any;
}

float __VERIFIER_nondet_float(void) {
    float any;
    return any;
}

double __VERIFIER_nondet_double(void) {
    double any;
    return any;
}

signed char __VERIFIER_nondet_s8(void) {
    signed char any;
    return any;
}

unsigned char __VERIFIER_nondet_u8(void) {
    unsigned char any;
    return any;
}

short __VERIFIER_nondet_s16(void) {
    short any;
    return any;
}

unsigned short __VERIFIER_nondet_u16(void) {
    unsigned short any;
    return any;
}

int __VERIFIER_nondet_s32(void) {
    int any;
    return any;
}

unsigned __VERIFIER_nondet_u32(void) {
    unsigned any;
    return any;
}

long long __VERIFIER_nondet_s64(void) {
    long long any;
    return any;
}

unsigned long long __VERIFIER_nondet_u64(void) {
    unsigned long long any;
    return any;
}

unsigned long __VERIFIER_nondet_size_t(void) {
    unsigned long any;
    return any;
}

long __VERIFIER_nondet_ssize_t(void) {
    long any;
    return any;
}

long __VERIFIER_nondet_ptrdiff_t(void) {
    long any;
    return any;
}

long __VERIFIER_nondet_intptr_t(void) {
    long any;
    return any;
}

unsigned long __VERIFIER_nondet_uintptr_t(void) {
    unsigned long any;
    return any;
}

long __VERIFIER_nondet_off_t(void) {
    long any;
    return any;
}

long long __VERIFIER_nondet_loff_t(void) {
    long long any;
    return any;
}

unsigned long __VERIFIER_nondet_sector_t(void) {
    unsigned long any;
    return any;
}

unsigned long __VERIFIER_nondet_pthread_t(void) {
    unsigned long any;
    return any;
}

long __VERIFIER_nondet_time_t(void) {
    long any;
    return any;
}

int __VERIFIER_nondet_wchar_t(void) {
    int any;
    return any;
}

unsigned __VERIFIER_nondet_gfp_t(void) {
    unsigned any;
    return any;
}

void *__VERIFIER_nondet_pointer(void) {
    void *any;
    return any;
}

char *__VERIFIER_nondet_charp(void) {
    char *any;
    return any;
}

char *__VERIFIER_nondet_pchar(void) {
    char *any;
    return any;
}

const char *__VERIFIER_nondet_const_char_pointer(void) {
    const char *any;
    return any;
}
