// gcc's built-in bit operations, which stay calls when the argument is not
// constant, and their library names.
//
// gcc leaves clz and ctz of zero undefined; here they are the width of the type,
// so that a program that uses them so is not an error but gets one fixed answer.

int __builtin_clz(unsigned x) {
    int n = 0;
    while (n < 8 * (int)sizeof(unsigned) && !(x >> (8 * (int)sizeof(unsigned) - 1 - n) & 1))
        n++;
    return n;
}

int __builtin_ctz(unsigned x) {
    int n = 0;
    while (n < 8 * (int)sizeof(unsigned) && !(x >> n & 1))
        n++;
    return n;
}

int __builtin_popcount(unsigned x) {
    int n = 0;
    for (int i = 0; i < 8 * (int)sizeof(unsigned); i++)
        n += (int)(x >> i & 1);
    return n;
}

int __builtin_parity(unsigned x) {
    return __builtin_popcount(x) & 1;
}

int __builtin_ffs(int x) {
    return x == 0 ? 0 : __builtin_ctz((unsigned)x) + 1;
}

int ffs(int x) {
    return __builtin_ffs(x);
}

// How many bits after the sign bit are equal to it.
int __builtin_clrsb(int x) {
    return __builtin_clz((unsigned)(x < 0 ? ~x : x)) - 1;
}

int __builtin_clzl(unsigned long x) {
    int n = 0;
    while (n < 8 * (int)sizeof(unsigned long) && !(x >> (8 * (int)sizeof(unsigned long) - 1 - n) & 1))
        n++;
    return n;
}

int __builtin_ctzl(unsigned long x) {
    int n = 0;
    while (n < 8 * (int)sizeof(unsigned long) && !(x >> n & 1))
        n++;
    return n;
}

int __builtin_popcountl(unsigned long x) {
    int n = 0;
    for (int i = 0; i < 8 * (int)sizeof(unsigned long); i++)
        n += (int)(x >> i & 1);
    return n;
}

int __builtin_parityl(unsigned long x) {
    return __builtin_popcountl(x) & 1;
}

int __builtin_ffsl(long x) {
    return x == 0 ? 0 : __builtin_ctzl((unsigned long)x) + 1;
}

int ffsl(long x) {
    return __builtin_ffsl(x);
}

// How many bits after the sign bit are equal to it.
int __builtin_clrsbl(long x) {
    return __builtin_clzl((unsigned long)(x < 0 ? ~x : x)) - 1;
}

int __builtin_clzll(unsigned long long x) {
    int n = 0;
    while (n < 8 * (int)sizeof(unsigned long long) && !(x >> (8 * (int)sizeof(unsigned long long) - 1 - n) & 1))
        n++;
    return n;
}

int __builtin_ctzll(unsigned long long x) {
    int n = 0;
    while (n < 8 * (int)sizeof(unsigned long long) && !(x >> n & 1))
        n++;
    return n;
}

int __builtin_popcountll(unsigned long long x) {
    int n = 0;
    for (int i = 0; i < 8 * (int)sizeof(unsigned long long); i++)
        n += (int)(x >> i & 1);
    return n;
}

int __builtin_parityll(unsigned long long x) {
    return __builtin_popcountll(x) & 1;
}

int __builtin_ffsll(long long x) {
    return x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1;
}

int ffsll(long long x) {
    return __builtin_ffsll(x);
}

// How many bits after the sign bit are equal to it.
int __builtin_clrsbll(long long x) {
    return __builtin_clzll((unsigned long long)(x < 0 ? ~x : x)) - 1;
}

unsigned short __builtin_bswap16(unsigned short x) {
    return (unsigned short)(x << 8 | x >> 8);
}

unsigned __builtin_bswap32(unsigned x) {
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned long long __builtin_bswap64(unsigned long long x) {
    return (unsigned long long)__builtin_bswap32((unsigned)x) << 32 | __builtin_bswap32((unsigned)(x >> 32));
}

// The byte order of the network.

unsigned short htons(unsigned short x) {
    return __builtin_bswap16(x);
}

unsigned short ntohs(unsigned short x) {
    return __builtin_bswap16(x);
}

unsigned htonl(unsigned x) {
    return __builtin_bswap32(x);
}

unsigned ntohl(unsigned x) {
    return __builtin_bswap32(x);
}

// The sign is a bit of its own: zeros and NaNs have one too. As in gcc, the
// result is that bit where it stands, not 1.

int __builtin_signbitf(float x) {
    union {
        float value;
        unsigned bits;
    } u;
    u.value = x;
    return (int)(u.bits & 0x80000000u);
}

int __builtin_signbit(double x) {
    union {
        double value;
        unsigned long long bits;
    } u;
    u.value = x;
    return (int)(u.bits >> 56 & 0x80);
}

int __builtin_signbitl(long double x) {
    union {
        long double value;
        unsigned short part[5];
    } u;
    u.value = x;
    return u.part[4] & 0x8000;
}
