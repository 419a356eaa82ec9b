// POSIX files: descriptors, reading and writing, names, directories.
//
// Descriptors are numbered as POSIX says, lowest first, up to 256; using one that
// is not open fails with EBADF. Files have no contents: reading gives any bytes,
// any number of them up to what was asked for. Writing to 1 and 2 is handed out
// and succeeds; other writing may fail or be partial. Everything may fail with any
// error number. ioctl fills what TCGETS, TIOCGWINSZ and FIONREAD fill; other
// requests write nothing, which is an assumption. mmap is not modelled. stat and
// directories are in posix_name.c.

void __concord_output(int stream, const char *bytes, unsigned long n);
void __concord_havoc();
int *__errno_location(void);

enum { most_descriptors = 256 };

static unsigned char is_open[most_descriptors] = {1, 1, 1};

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
    if (descriptor >= 0 && descriptor < most_descriptors && is_open[descriptor])
        return 0;
    *__errno_location() = 9; // EBADF
    return 1;
}

static void read_text(const char *text) {
    while (*text)
        text++;
}

// A new descriptor, the lowest from `first` on; or -1.
int __concord_descriptor(int first) {
    if (maybe())
        return fail();
    for (int i = first < 0 ? 0 : first; i < most_descriptors; i++)
        if (!is_open[i]) {
            is_open[i] = 1;
            return i;
        }
    *__errno_location() = 24; // EMFILE
    return -1;
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
    is_open[descriptor] = 0;
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
    if (descriptor == 1 || descriptor == 2) {
        __concord_output(descriptor, from, n);
        return (long)n;
    }
    return __concord_send(from, n);
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
    return lseek(descriptor, (long)offset, from);
}

int dup(int descriptor) {
    return bad(descriptor) ? -1 : __concord_descriptor(0);
}

int dup2(int descriptor, int wanted) {
    if (bad(descriptor))
        return -1;
    if (wanted < 0 || wanted >= most_descriptors) {
        *__errno_location() = 9;
        return -1;
    }
    if (maybe())
        return fail();
    is_open[wanted] = 1;
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
        is_open[read_end] = 0;
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

// F_DUPFD and F_DUPFD_CLOEXEC give a new descriptor. The structure that F_GETLK
// fills is not modelled: it keeps its contents.
int fcntl(int descriptor, int command, ...) {
    int result;
    if (bad(descriptor))
        return -1;
    if (command == 0 || command == 1030) {
        __builtin_va_list list;
        __builtin_va_start(list, command);
        int first = __builtin_va_arg(list, int);
        __builtin_va_end(list);
        return __concord_descriptor(first);
    }
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
    if (request == 0x5401) // TCGETS
        __concord_havoc(__builtin_va_arg(list, struct terminal *));
    else if (request == 0x5413) // TIOCGWINSZ: four numbers of 16 bits
        __concord_havoc(__builtin_va_arg(list, long long *));
    else if (request == 0x541b) // FIONREAD
        __concord_havoc(__builtin_va_arg(list, int *));
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
