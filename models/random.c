// Random numbers: any value in the function's range, whatever the seed.

int rand(void) {
    unsigned any;
    return (int)(any & 0x7fffffff);
}

void srand(unsigned seed) {
    (void)seed;
}

int rand_r(unsigned *seed) {
    unsigned any, next;
    *seed = next;
    return (int)(any & 0x7fffffff);
}

long random(void) {
    return rand();
}

void srandom(unsigned seed) {
    (void)seed;
}

char *initstate(unsigned seed, char *state, unsigned long size) {
    static char first[128], *current = first;
    (void)seed;
    if (size < 8)
        return 0;
    char *old = current;
    current = state;
    return old;
}

char *setstate(char *state) {
    return initstate(0, state, 8);
}

// Not negative, and below one.
double drand48(void) {
    double any;
    return any >= 0 && any < 1 ? any : 0;
}

double erand48(unsigned short state[3]) {
    for (int i = 0; i < 3; i++) {
        unsigned short any;
        state[i] = any;
    }
    return drand48();
}

long lrand48(void) {
    return rand();
}

long nrand48(unsigned short state[3]) {
    erand48(state);
    return rand();
}

// Any number of 32 bits with a sign.
long mrand48(void) {
    int any;
    return any;
}

long jrand48(unsigned short state[3]) {
    erand48(state);
    return mrand48();
}

void srand48(long seed) {
    (void)seed;
}

unsigned arc4random(void) {
    unsigned any;
    return any;
}

unsigned arc4random_uniform(unsigned bound) {
    unsigned any;
    return any < bound ? any : 0;
}

void arc4random_buf(void *block, unsigned long size) {
    char *b = block;
    for (unsigned long i = 0; i < size; i++) {
        char any;
        b[i] = any;
    }
}

// May give fewer bytes than asked for, or fail.
long getrandom(void *block, unsigned long size, unsigned flags) {
    long count;
    (void)flags;
    if (count < -1 || (count >= 0 && (unsigned long)count > size))
        count = (long)size;
    if (count > 0)
        arc4random_buf(block, (unsigned long)count);
    return count;
}

int getentropy(void *block, unsigned long size) {
    unsigned char fails;
    if (size > 256 || (fails & 1))
        return -1;
    arc4random_buf(block, size);
    return 0;
}
