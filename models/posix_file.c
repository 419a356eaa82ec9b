// POSIX files: descriptors, reading and writing, names, directories.
//
// A new descriptor has any number that was not given out before, or was closed since;
// numbers from 64 on are given out only once, in rising order. A process may begin with
// any descriptors, so that only negative ones are surely bad. Files have no
// contents: reading gives any bytes, any number of them up to what was asked for.
// Writing may be partial; what goes to 1 and 2 is handed out. Everything may fail
// with any error number. Commands of fcntl and requests of ioctl that are not known
// here are unsupported. mmap is not modelled. stat and directories are in
// posix_name.c.

void __concord_output(int stream, const char *bytes, unsigned long n);
void __concord_havoc();
void __concord_unsupported(const char *what);
int *__errno_location(void);

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

static int fail(void) {
    int reason;
    *__errno_location() = reason > 0 && reason < 134 ? reason : 5; // EIO
    return -1;
}

static int bad(int descriptor) {
    if (descriptor >= 0)
        return 0;
    *__errno_location() = 9; // EBADF
    return 1;
}

static void read_text(const char *text) {
    while (*text)
        text++;
}

enum { small_numbers = 64 };
static unsigned long long given_out;
static int highest = small_numbers - 1;

static void give_out(int descriptor) {
    if (descriptor < small_numbers)
        given_out |= 1ull << descriptor;
    else if (descriptor > highest)
        highest = descriptor;
}

// The number may be given out again.
void __concord_take_back(int descriptor) {
    if (descriptor >= 0 && descriptor < small_numbers)
        given_out &= ~(1ull << descriptor);
}

// A new descriptor, any from `first` on; or -1.
int __concord_descriptor(int first) {
    int descriptor;
    if (first < 0 || descriptor < first)
        return fail();
    if (descriptor < small_numbers ? given_out >> descriptor & 1 : descriptor <= highest)
        return fail();
    give_out(descriptor);
    return descriptor;
}

// Zero, or -1: for calls that have no other effect on an open descriptor.
int __concord_on_descriptor(int descriptor) {
    if (bad(descriptor))
        return -1;
    return maybe() ? fail() : 0;
}

int open(const char *path, int flags, ...) {
    (void)flags;
    read_text(path);
    return __concord_descriptor(0);
}

int open64(const char *path, int flags, ...) {
    return open(path, flags);
}

int openat(int directory, const char *path, int flags, ...) {
    (void)directory;
    return open(path, flags);
}

int creat(const char *path, unsigned mode) {
    (void)mode;
    return open(path, 0);
}

int mkstemp(char *template) {
    unsigned long length = 0;
    while (template[length])
        length++;
    if (length < 6) {
        *__errno_location() = 22; // EINVAL
        return -1;
    }
    for (unsigned long i = length - 6; i < length; i++) {
        char any;
        template[i] = (any >= '0' && any <= '9') || (any >= 'a' && any <= 'z') || (any >= 'A' && any <= 'Z') ? any : 'a';
    }
    return __concord_descriptor(0);
}

int close(int descriptor) {
    if (bad(descriptor))
        return -1;
    __concord_take_back(descriptor);
    return maybe() ? fail() : 0;
}

// Fills with any bytes; the result is how many, at most n, or -1.
long __concord_receive(void *to, unsigned long n) {
    long got;
    if (maybe())
        return fail();
    if (got < 0 || (unsigned long)got > n)
        got = (long)n;
    char *t = to;
    for (long i = 0; i < got; i++) {
        char any;
        t[i] = any;
    }
    return got;
}

// Looks at what is to be written; the result is how much was, or -1.
long __concord_send(const void *from, unsigned long n) {
    long sent;
    if (n > 0) {
        // All lies in one object if both ends do.
        const char *f = from;
        char first = f[0], last = f[n - 1];
        (void)first, (void)last;
    }
    if (maybe())
        return fail();
    return sent < 0 || (unsigned long)sent > n ? (long)n : sent;
}

long read(int descriptor, void *to, unsigned long n) {
    return bad(descriptor) ? -1 : __concord_receive(to, n);
}

long pread(int descriptor, void *to, unsigned long n, long offset) {
    (void)offset;
    return read(descriptor, to, n);
}

long __read_chk(int descriptor, void *to, unsigned long n, unsigned long room) {
    (void)room;
    return read(descriptor, to, n);
}

long write(int descriptor, const void *from, unsigned long n) {
    if (bad(descriptor))
        return -1;
    long sent = __concord_send(from, n);
    if (sent > 0 && (descriptor == 1 || descriptor == 2))
        __concord_output(descriptor, from, (unsigned long)sent);
    return sent;
}

long pwrite(int descriptor, const void *from, unsigned long n, long offset) {
    (void)offset;
    return write(descriptor, from, n);
}

// A part of a buffer in memory, for readv and writev.
struct iovec {
    void *base;
    unsigned long length;
};

long readv(int descriptor, const struct iovec *part, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
        long got = read(descriptor, part[i].base, part[i].length);
        if (got < 0)
            return total ? total : -1;
        total += got;
        if ((unsigned long)got < part[i].length)
            break;
    }
    return total;
}

long writev(int descriptor, const struct iovec *part, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
        long sent = write(descriptor, part[i].base, part[i].length);
        if (sent < 0)
            return total ? total : -1;
        total += sent;
        if ((unsigned long)sent < part[i].length)
            break;
    }
    return total;
}

long lseek(int descriptor, long offset, int from) {
    long position;
    (void)offset, (void)from;
    if (bad(descriptor))
        return -1;
    return position < 0 ? fail() : position;
}

long long lseek64(int descriptor, long long offset, int from) {
    long long position;
    (void)offset, (void)from;
    if (bad(descriptor))
        return -1;
    return position < 0 ? fail() : position;
}

int dup(int descriptor) {
    return bad(descriptor) ? -1 : __concord_descriptor(0);
}

int dup2(int descriptor, int wanted) {
    if (bad(descriptor))
        return -1;
    if (bad(wanted))
        return -1;
    if (maybe())
        return fail();
    give_out(wanted);
    return wanted;
}

int dup3(int descriptor, int wanted, int flags) {
    (void)flags;
    return dup2(descriptor, wanted);
}

int pipe(int ends[2]) {
    int read_end = __concord_descriptor(0);
    if (read_end < 0)
        return -1;
    int write_end = __concord_descriptor(0);
    if (write_end < 0) {
        __concord_take_back(read_end);
        return -1;
    }
    ends[0] = read_end;
    ends[1] = write_end;
    return 0;
}

int pipe2(int ends[2], int flags) {
    (void)flags;
    return pipe(ends);
}

// What F_GETLK and F_GETLK64 fill.
struct lock {
    short type, whence;
    long start, length;
    int process;
};

struct lock64 {
    short type, whence;
    long long start, length;
    int process;
};

int fcntl(int descriptor, int command, ...) {
    int result;
    if (bad(descriptor))
        return -1;
    __builtin_va_list list;
    __builtin_va_start(list, command);
    switch (command) {
    case 0: case 1030: // F_DUPFD, F_DUPFD_CLOEXEC
        result = __concord_descriptor(__builtin_va_arg(list, int));
        break;
    case 5: // F_GETLK
        __concord_havoc(__builtin_va_arg(list, struct lock *));
        break;
    case 12: case 36: // F_GETLK64, F_OFD_GETLK
        __concord_havoc(__builtin_va_arg(list, struct lock64 *));
        break;
    // Flags, setting locks, owners, signals, leases, sizes of pipes, seals: nothing
    // is written.
    case 1: case 2: case 3: case 4: case 6: case 7: case 8: case 9: case 10: case 11: case 13: case 14:
    case 37: case 38: case 1024: case 1025: case 1026: case 1031: case 1032: case 1033: case 1034:
        break;
    default:
        __concord_unsupported("a command of fcntl");
    }
    __builtin_va_end(list);
    return result < 0 ? fail() : result;
}

struct terminal {
    unsigned word[9]; // as the kernel knows it
};

int ioctl(int descriptor, unsigned long request, ...) {
    int result;
    if (bad(descriptor))
        return -1;
    if (maybe())
        return fail();
    __builtin_va_list list;
    __builtin_va_start(list, request);
    switch (request) {
    case 0x5401: // TCGETS
        __concord_havoc(__builtin_va_arg(list, struct terminal *));
        break;
    case 0x5413: // TIOCGWINSZ: four numbers of 16 bits
        __concord_havoc(__builtin_va_arg(list, long long *));
        break;
    case 0x540f: case 0x541b: // TIOCGPGRP, FIONREAD
        __concord_havoc(__builtin_va_arg(list, int *));
        break;
    // Setting and flushing terminals, their group and size, FIONBIO, FIOASYNC,
    // FIOCLEX, FIONCLEX: nothing is written.
    case 0x5402: case 0x5403: case 0x5404: case 0x5409: case 0x540a: case 0x540b: case 0x540e: case 0x5410:
    case 0x5414: case 0x5421: case 0x5422: case 0x5450: case 0x5451: case 0x5452:
        break;
    default:
        __concord_unsupported("a request of ioctl");
    }
    __builtin_va_end(list);
    return result < 0 ? 0 : result;
}

int fsync(int descriptor) {
    return __concord_on_descriptor(descriptor);
}

int fdatasync(int descriptor) {
    return __concord_on_descriptor(descriptor);
}

void sync(void) {
}

int ftruncate(int descriptor, long size) {
    (void)size;
    return __concord_on_descriptor(descriptor);
}

int flock(int descriptor, int operation) {
    (void)operation;
    return __concord_on_descriptor(descriptor);
}

int lockf(int descriptor, int command, long size) {
    (void)command, (void)size;
    return __concord_on_descriptor(descriptor);
}

int isatty(int descriptor) {
    if (bad(descriptor))
        return 0;
    return maybe();
}
