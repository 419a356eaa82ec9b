// POSIX functions on names of files: stat, links, permissions, directories.
//
// Nothing is remembered: each call succeeds with any result, or fails with any
// error number. struct stat is filled with any bytes; its size is glibc's. A
// directory is a heap block, so that one used after closedir, or never closed, is
// found as a memory error; its entries have any names of up to 255 characters.

void __concord_havoc();
void *__concord_alloc(unsigned long size);
void __concord_free(void *block);
int *__errno_location(void);
int __concord_on_descriptor(int descriptor);
void *malloc(unsigned long size);

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

static int fail(void) {
    int reason;
    *__errno_location() = reason > 0 && reason < 134 ? reason : 2; // ENOENT
    return -1;
}

static int attempt(const char *path) {
    while (*path)
        path++;
    return maybe() ? fail() : 0;
}

// struct stat and stat64 of glibc, as bytes.
struct status {
    char bytes[sizeof(long) == 8 ? 144 : 88];
};

struct status64 {
    char bytes[sizeof(long) == 8 ? 144 : 96];
};

struct stat;
struct stat64;

static int fill(int result, struct stat *to) {
    if (result == 0)
        __concord_havoc((struct status *)to);
    return result;
}

static int fill64(int result, struct stat64 *to) {
    if (result == 0)
        __concord_havoc((struct status64 *)to);
    return result;
}

int stat(const char *path, struct stat *to) {
    return fill(attempt(path), to);
}

int lstat(const char *path, struct stat *to) {
    return fill(attempt(path), to);
}

int fstat(int descriptor, struct stat *to) {
    return fill(__concord_on_descriptor(descriptor), to);
}

int fstatat(int directory, const char *path, struct stat *to, int flags) {
    (void)directory, (void)flags;
    return fill(attempt(path), to);
}

int stat64(const char *path, struct stat64 *to) {
    return fill64(attempt(path), to);
}

int lstat64(const char *path, struct stat64 *to) {
    return fill64(attempt(path), to);
}

int fstat64(int descriptor, struct stat64 *to) {
    return fill64(__concord_on_descriptor(descriptor), to);
}

int __xstat(int version, const char *path, struct stat *to) {
    (void)version;
    return stat(path, to);
}

int __lxstat(int version, const char *path, struct stat *to) {
    (void)version;
    return stat(path, to);
}

int __fxstat(int version, int descriptor, struct stat *to) {
    (void)version;
    return fstat(descriptor, to);
}

int __xstat64(int version, const char *path, struct stat64 *to) {
    (void)version;
    return stat64(path, to);
}

int __lxstat64(int version, const char *path, struct stat64 *to) {
    (void)version;
    return stat64(path, to);
}

int __fxstat64(int version, int descriptor, struct stat64 *to) {
    (void)version;
    return fstat64(descriptor, to);
}

int access(const char *path, int mode) {
    (void)mode;
    return attempt(path);
}

int unlink(const char *path) {
    return attempt(path);
}

int link(const char *old, const char *path) {
    return attempt(old) == 0 ? attempt(path) : -1;
}

int symlink(const char *target, const char *path) {
    return attempt(target) == 0 ? attempt(path) : -1;
}

// No zero is added at the end.
long readlink(const char *path, char *to, unsigned long size) {
    if (attempt(path) < 0)
        return -1;
    unsigned long length;
    if (length > size)
        length = size;
    for (unsigned long i = 0; i < length; i++) {
        char any;
        to[i] = any == 0 ? 'a' : any;
    }
    return (long)length;
}

int mkdir(const char *path, unsigned mode) {
    (void)mode;
    return attempt(path);
}

int rmdir(const char *path) {
    return attempt(path);
}

int chdir(const char *path) {
    return attempt(path);
}

int fchdir(int descriptor) {
    return __concord_on_descriptor(descriptor);
}

int chroot(const char *path) {
    return attempt(path);
}

int chmod(const char *path, unsigned mode) {
    (void)mode;
    return attempt(path);
}

int fchmod(int descriptor, unsigned mode) {
    (void)mode;
    return __concord_on_descriptor(descriptor);
}

int chown(const char *path, unsigned user, unsigned group) {
    (void)user, (void)group;
    return attempt(path);
}

int fchown(int descriptor, unsigned user, unsigned group) {
    (void)user, (void)group;
    return __concord_on_descriptor(descriptor);
}

int truncate(const char *path, long size) {
    (void)size;
    return attempt(path);
}

int mkfifo(const char *path, unsigned mode) {
    (void)mode;
    return attempt(path);
}

int utime(const char *path, const void *times) {
    (void)times;
    return attempt(path);
}

unsigned umask(unsigned mask) {
    unsigned old;
    (void)mask;
    return old & 0777;
}

// Any path of fewer than `size` characters that begins with a slash.
static char *any_path(char *to, unsigned long size) {
    unsigned long length;
    if (length < 1 || length >= size)
        length = 1;
    to[0] = '/';
    for (unsigned long i = 1; i < length; i++) {
        char any;
        to[i] = any == 0 ? 'a' : any;
    }
    to[length] = 0;
    return to;
}

// A path in a block that is just large enough, or larger.
static char *new_path(void) {
    unsigned long size;
    if (size < 2 || size > 4096)
        size = 4096;
    char *to = malloc(size);
    return to ? any_path(to, size) : 0;
}

char *getcwd(char *to, unsigned long size) {
    if (size < 2 && (to || size == 1)) {
        *__errno_location() = size == 0 ? 22 : 34; // EINVAL, ERANGE
        return 0;
    }
    if (maybe()) {
        fail();
        return 0;
    }
    if (!to && size == 0)
        return new_path();
    if (!to)
        to = malloc(size);
    return to ? any_path(to, size) : 0;
}

char *realpath(const char *path, char *to) {
    if (attempt(path) < 0)
        return 0;
    return to ? any_path(to, 4096) : new_path();
}

// Directories.

struct entry {
    unsigned long inode;
    long offset;
    unsigned short length;
    unsigned char type;
    char name[256];
};

struct directory {
    struct entry current;
};

struct __dirstream;
struct dirent;

struct __dirstream *opendir(const char *path) {
    if (attempt(path) < 0)
        return 0;
    return (struct __dirstream *)__concord_alloc(sizeof(struct directory));
}

struct __dirstream *fdopendir(int descriptor) {
    if (__concord_on_descriptor(descriptor) < 0)
        return 0;
    return (struct __dirstream *)__concord_alloc(sizeof(struct directory));
}

struct dirent *readdir(struct __dirstream *directory) {
    struct entry *e = &((struct directory *)directory)->current;
    __concord_havoc(e);
    e->name[255] = 0;
    return maybe() ? 0 : (struct dirent *)e;
}

void rewinddir(struct __dirstream *directory) {
    __concord_havoc(&((struct directory *)directory)->current);
}

long telldir(struct __dirstream *directory) {
    return ((struct directory *)directory)->current.offset;
}

void seekdir(struct __dirstream *directory, long offset) {
    (void)offset;
    rewinddir(directory);
}

// Any descriptor, or -1.
int dirfd(struct __dirstream *directory) {
    int descriptor;
    telldir(directory);
    return descriptor >= 0 ? descriptor : fail();
}

int closedir(struct __dirstream *directory) {
    __concord_free(directory);
    return maybe() ? fail() : 0;
}
