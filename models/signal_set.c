// Sets of signals (1024 bits), the process's mask, and waiting for a signal.
//
// The mask is kept and given back, but no signal ever arrives by itself. Waiting
// for one, and asking for one with alarm, is unsupported.

int *__errno_location(void);
void __concord_unsupported(const char *what);

enum { words = 1024 / (8 * sizeof(long)), word_bits = 8 * sizeof(long) };

struct set {
    unsigned long word[words];
};

static struct set mask;

static int invalid(int number) {
    if (number >= 1 && number <= 64)
        return 0;
    *__errno_location() = 22; // EINVAL
    return 1;
}

static unsigned long bit(int number) {
    return 1UL << ((number - 1) % (int)word_bits);
}

int sigemptyset(void *set) {
    struct set *s = set;
    for (int i = 0; i < (int)words; i++)
        s->word[i] = 0;
    return 0;
}

int sigfillset(void *set) {
    struct set *s = set;
    for (int i = 0; i < (int)words; i++)
        s->word[i] = ~0UL;
    return 0;
}

int sigaddset(void *set, int number) {
    if (invalid(number))
        return -1;
    ((struct set *)set)->word[(number - 1) / (int)word_bits] |= bit(number);
    return 0;
}

int sigdelset(void *set, int number) {
    if (invalid(number))
        return -1;
    ((struct set *)set)->word[(number - 1) / (int)word_bits] &= ~bit(number);
    return 0;
}

int sigismember(const void *set, int number) {
    if (invalid(number))
        return -1;
    return (((const struct set *)set)->word[(number - 1) / (int)word_bits] & bit(number)) != 0;
}

int sigprocmask(int how, const void *set, void *old) {
    struct set before = mask;
    if (set) {
        const struct set *s = set;
        if (how < 0 || how > 2) {
            *__errno_location() = 22;
            return -1;
        }
        for (int i = 0; i < (int)words; i++)
            mask.word[i] = how == 0   ? mask.word[i] | s->word[i]
                           : how == 1 ? mask.word[i] & ~s->word[i]
                                      : s->word[i];
    }
    if (old)
        *(struct set *)old = before;
    return 0;
}

int __concord_is_blocked(int number) {
    return number >= 1 && number < 65 && mask.word[(number - 1) / word_bits] >> (number - 1) % word_bits & 1;
}

int sigpending(void *set) {
    return sigemptyset(set);
}

int pause(void);

int sigsuspend(const void *set) {
    struct set read = *(const struct set *)set;
    (void)read;
    return pause();
}

int pause(void) {
    __concord_unsupported("waiting for a signal");
    *__errno_location() = 4; // EINTR
    return -1;
}

unsigned alarm(unsigned seconds) {
    unsigned left;
    if (seconds)
        __concord_unsupported("alarm");
    return left;
}

int siginterrupt(int number, int flag) {
    (void)flag;
    return invalid(number) ? -1 : 0;
}
