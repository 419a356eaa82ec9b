// POSIX: the process, its owners and limits, waiting for descriptors.
//
// Identities are any, and the process's own stay the same. There are no other processes:
// fork and exec are not here, and waiting gives any result. kill of another process
// only succeeds or fails; raise is in signal.c. The break can be asked for, not moved.

void __concord_havoc();
void __concord_unsupported(const char *what);
int *__errno_location(void);
int raise(int number);

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

static int fail(void) {
    int reason;
    *__errno_location() = reason > 0 && reason < 134 ? reason : 22; // EINVAL
    return -1;
}

static int attempt(void) {
    return maybe() ? fail() : 0;
}

// Chosen at the first question.
int getpid(void) {
    static int chosen;
    if (chosen == 0) {
        int any;
        chosen = any > 0 ? any : 1;
    }
    return chosen;
}

int getppid(void) {
    // Another one when the parent ends, and zero for one of another name space.
    int any;
    return any >= 0 ? any : 1;
}

static unsigned user, effective_user, group, effective_group;
static int owners_chosen;

static void choose_owners(void) {
    if (!owners_chosen) {
        unsigned any_user, any_effective_user, any_group, any_effective_group;
        owners_chosen = 1;
        user = any_user;
        effective_user = any_effective_user;
        group = any_group;
        effective_group = any_effective_group;
    }
}

unsigned getuid(void) {
    choose_owners();
    return user;
}

unsigned geteuid(void) {
    choose_owners();
    return effective_user;
}

unsigned getgid(void) {
    choose_owners();
    return group;
}

unsigned getegid(void) {
    choose_owners();
    return effective_group;
}

int seteuid(unsigned id) {
    choose_owners();
    if (attempt() < 0)
        return -1;
    effective_user = id;
    return 0;
}

int setegid(unsigned id) {
    choose_owners();
    if (attempt() < 0)
        return -1;
    effective_group = id;
    return 0;
}

// The real identity changes too if the process is privileged.
int setuid(unsigned id) {
    if (seteuid(id) < 0)
        return -1;
    if (maybe())
        user = id;
    return 0;
}

int setgid(unsigned id) {
    if (setegid(id) < 0)
        return -1;
    if (maybe())
        group = id;
    return 0;
}

static int any_process(void) {
    int any;
    return any > 0 ? any : fail();
}

int getpgrp(void) {
    int any;
    return any > 0 ? any : 1;
}

int setpgid(int process, int to) {
    (void)process, (void)to;
    return attempt();
}

int setsid(void) {
    return any_process();
}

int kill(int process, int number) {
    // Numbers below one mean groups, which this process may belong to.
    if (number != 0 && (process == getpid() || (process < 1 && maybe())))
        return raise(number);
    return attempt();
}

int wait(int *status) {
    int process = any_process();
    if (status && process > 0)
        __concord_havoc(status);
    return process;
}

// Also zero, if nothing has changed yet.
int waitpid(int process, int *status, int options) {
    (void)process;
    if ((options & 1) && maybe())
        return 0;
    return wait(status);
}

int nice(int by) {
    int any;
    (void)by;
    return any;
}

int daemon(int stay, int keep_open) {
    (void)stay, (void)keep_open;
    return attempt();
}

long sysconf(int name) {
    long any;
    (void)name;
    return any < 0 ? -1 : any;
}

int getpagesize(void) {
    return 4096;
}

int getdtablesize(void) {
    int any;
    return any > 0 ? any : 1024;
}

struct rlimit {
    unsigned long current, most;
};

int getrlimit(int resource, struct rlimit *limit) {
    (void)resource;
    if (attempt() < 0)
        return -1;
    unsigned long current, most;
    limit->most = most;
    limit->current = current < most ? current : most;
    return 0;
}

int setrlimit(int resource, const struct rlimit *limit) {
    struct rlimit read = *limit;
    (void)resource, (void)read;
    return attempt();
}

struct rusage {
    long number[18];
};

int getrusage(int who, struct rusage *usage) {
    (void)who;
    if (attempt() < 0)
        return -1;
    __concord_havoc(usage);
    return 0;
}

int gethostname(char *name, unsigned long size) {
    unsigned long length;
    if (attempt() < 0)
        return -1;
    if (length >= size)
        length = 0;
    for (unsigned long i = 0; i < length; i++) {
        char any;
        name[i] = any == 0 ? 'a' : any;
    }
    if (size > 0)
        name[length] = 0;
    return 0;
}

struct utsname {
    char text[6][65];
};

int uname(struct utsname *name) {
    __concord_havoc(name);
    for (int i = 0; i < 6; i++)
        name->text[i][64] = 0;
    return 0;
}

char *getlogin(void) {
    static char name[256]; // LOGIN_NAME_MAX
    if (maybe()) {
        fail();
        return 0;
    }
    __concord_havoc(&name);
    name[255] = 0;
    return name;
}

// Waiting for descriptors. That they are open is not checked.

struct set {
    unsigned long word[1024 / (8 * sizeof(long))];
};

static void some_of(struct set *s) {
    if (s)
        for (int i = 0; i < (int)(sizeof s->word / sizeof s->word[0]); i++) {
            unsigned long any;
            s->word[i] &= any;
        }
}

// The number that is returned is not tied to the sets.
int select(int count, void *readable, void *writable, void *exceptional, void *timeout) {
    int ready;
    (void)timeout;
    if (count < 0 || maybe())
        return fail();
    some_of(readable);
    some_of(writable);
    some_of(exceptional);
    return ready >= 0 && ready <= 3 * (count < 1024 ? count : 1024) ? ready : 0;
}

int pselect(int count, void *readable, void *writable, void *exceptional, const void *timeout, const void *mask) {
    (void)timeout, (void)mask;
    return select(count, readable, writable, exceptional, 0);
}

struct pollfd {
    int fd;
    short events, revents;
};

int poll(struct pollfd *descriptors, unsigned long count, int timeout) {
    int ready = 0;
    (void)timeout;
    if (maybe())
        return fail();
    for (unsigned long i = 0; i < count; i++) {
        short any;
        // What was asked for, and errors: POLLERR, POLLHUP, POLLNVAL.
        descriptors[i].revents = descriptors[i].fd < 0 ? 0 : (short)(any & (descriptors[i].events | 0x38));
        ready += descriptors[i].revents != 0;
    }
    return ready;
}

void *sbrk(long by) {
    if (by != 0)
        __concord_unsupported("memory from sbrk");
    unsigned long any;
    return (void *)any;
}
