// Streams as objects with state: opening, closing, flags, position, and the
// functions that take bytes out of one. Others that read are in stdio_read.c,
// those that write in stdio_write.c.
//
// A stream that fopen opened is a heap block, so that use after fclose and streams
// never closed are found as memory errors. The three standard streams are static;
// closing one is allowed and not followed. Opening may always fail. Reading gives
// any bytes, and the end or an error at any time, which then stays until cleared.
// Files have no contents: what was written is not read back. Positions are any.

void __concord_havoc();
void __concord_unsupported(const char *what);
void *__concord_alloc(unsigned long size);
void __concord_free(void *block);
int *__errno_location(void);
void __concord_take_back(int descriptor);

struct _IO_FILE;

struct stream {
    int number; // what output goes to: 1, 2, or 0 where nobody sees it
    int descriptor;
    int standard;
    int ended;
    int failed;
    int pushed; // how many characters ungetc put back, the last one first
    unsigned char back[4];
};

static struct stream standard_input = {0, 0, 1, 0, 0, 0, {0}};
static struct stream standard_output = {1, 1, 1, 0, 0, 0, {0}};
static struct stream standard_error = {2, 2, 1, 0, 0, 0, {0}};

struct _IO_FILE *stdin = (struct _IO_FILE *)&standard_input;
struct _IO_FILE *stdout = (struct _IO_FILE *)&standard_output;
struct _IO_FILE *stderr = (struct _IO_FILE *)&standard_error;

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

// Records any reason for a failure.
static void fail(void) {
    int reason;
    *__errno_location() = reason > 0 && reason < 134 ? reason : 5; // EIO
}

static void read_text(const char *text) {
    while (*text)
        text++;
}

static struct _IO_FILE *open_stream(int descriptor) {
    if (maybe()) {
        fail();
        return 0;
    }
    struct stream *s = __concord_alloc(sizeof *s);
    s->number = 0;
    s->descriptor = descriptor;
    s->standard = 0;
    s->ended = 0;
    s->failed = 0;
    s->pushed = 0;
    return (struct _IO_FILE *)s;
}

static int any_descriptor(void) {
    int descriptor;
    return descriptor >= 0 ? descriptor : 3;
}

// 1 for standard output, 2 for standard error, 0 for other streams; an error if
// the stream is closed.
int __concord_stream(struct _IO_FILE *file) {
    return ((struct stream *)file)->number;
}

struct _IO_FILE *fopen(const char *path, const char *mode) {
    read_text(path);
    read_text(mode);
    return open_stream(any_descriptor());
}

struct _IO_FILE *fopen64(const char *path, const char *mode) {
    return fopen(path, mode);
}

// The descriptor is the stream's, which closes it at some time.
struct _IO_FILE *fdopen(int descriptor, const char *mode) {
    read_text(mode);
    struct _IO_FILE *file = open_stream(descriptor);
    if (file)
        __concord_take_back(descriptor);
    return file;
}

struct _IO_FILE *tmpfile(void) {
    return open_stream(any_descriptor());
}

struct _IO_FILE *tmpfile64(void) {
    return tmpfile();
}

struct _IO_FILE *popen(const char *command, const char *mode) {
    return fopen(command, mode);
}

// The memory behind these is not followed: reads give any bytes.
struct _IO_FILE *fmemopen(void *buffer, unsigned long size, const char *mode) {
    (void)size;
    if (buffer && (mode[0] != 'r' || mode[1]))
        __concord_unsupported("fmemopen for writing");
    read_text(mode);
    return open_stream(-1);
}

int fclose(struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    if (!s->standard)
        __concord_free(s);
    if (!maybe())
        return 0;
    fail();
    return -1;
}

int pclose(struct _IO_FILE *file) {
    int status;
    fclose(file);
    return status;
}

struct _IO_FILE *freopen(const char *path, const char *mode, struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    if (path)
        read_text(path);
    read_text(mode);
    if (maybe()) {
        if (!s->standard)
            __concord_free(s);
        fail();
        return 0;
    }
    if (path)
        s->number = 0;
    s->ended = 0;
    s->failed = 0;
    s->pushed = 0;
    return file;
}

struct _IO_FILE *freopen64(const char *path, const char *mode, struct _IO_FILE *file) {
    return freopen(path, mode, file);
}

// Standard streams can always be flushed, so that programs whose output is
// compared behave in one way.
int fflush(struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    if (!s || s->standard || !maybe())
        return 0;
    s->failed = 1;
    fail();
    return -1;
}

int feof(struct _IO_FILE *file) {
    return ((struct stream *)file)->ended;
}

int ferror(struct _IO_FILE *file) {
    return ((struct stream *)file)->failed;
}

void clearerr(struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    s->ended = 0;
    s->failed = 0;
}

int fileno(struct _IO_FILE *file) {
    return ((struct stream *)file)->descriptor;
}

// The end of what can be read, or an error; the result is EOF.
int __concord_stop(struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    if (maybe()) {
        s->failed = 1;
        fail();
    } else {
        s->ended = 1;
    }
    return -1;
}

int fgetc(struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    if (s->pushed > 0) {
        s->pushed--;
        return s->back[s->pushed];
    }
    if (s->ended)
        return -1;
    unsigned char last, byte;
    return (last & 7) == 7 ? __concord_stop(file) : byte;
}

int ungetc(int c, struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    if (c == -1)
        return -1;
    // C promises room for one.
    if (s->pushed > 0 && maybe())
        return -1;
    if (s->pushed == sizeof s->back)
        __concord_unsupported("more than four characters put back");
    s->back[s->pushed++] = (unsigned char)c;
    s->ended = 0;
    return (unsigned char)c;
}

unsigned long fread(void *to, unsigned long size, unsigned long count, struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    if (size == 0 || count == 0)
        return 0;
    // The last element may be read in part.
    unsigned long got;
    if (got > count * size)
        got = count * size;
    if (s->ended && s->pushed == 0)
        got = 0;
    unsigned char *t = to;
    for (unsigned long i = 0; i < got; i++) {
        unsigned char byte;
        if (s->pushed > 0) {
            s->pushed--;
            byte = s->back[s->pushed];
        }
        t[i] = byte;
    }
    if (got < count * size)
        __concord_stop(file);
    return size == 1 ? got : got / size;
}

// Positions.

static int move(struct _IO_FILE *file) {
    struct stream *s = (struct stream *)file;
    if (maybe()) {
        fail();
        return -1;
    }
    s->ended = 0;
    s->pushed = 0;
    return 0;
}

int fseek(struct _IO_FILE *file, long offset, int from) {
    (void)offset, (void)from;
    return move(file);
}

int fseeko(struct _IO_FILE *file, long offset, int from) {
    return fseek(file, offset, from);
}

int fseeko64(struct _IO_FILE *file, long long offset, int from) {
    return fseek(file, (long)offset, from);
}

void rewind(struct _IO_FILE *file) {
    move(file);
    clearerr(file);
}

long ftell(struct _IO_FILE *file) {
    long position;
    __concord_stream(file);
    if (position >= 0)
        return position;
    fail();
    return -1;
}

long ftello(struct _IO_FILE *file) {
    return ftell(file);
}

long long ftello64(struct _IO_FILE *file) {
    return ftell(file);
}

// glibc's fpos_t: a position and a multibyte state.
struct position {
    long at;
    int state[2];
};

int fgetpos(struct _IO_FILE *file, void *position) {
    __concord_stream(file);
    __concord_havoc((struct position *)position);
    return maybe() ? -1 : 0;
}

int fsetpos(struct _IO_FILE *file, const void *position) {
    struct position read = *(const struct position *)position;
    (void)read;
    return move(file);
}

// Buffers are not modelled: one that is given would be written at any time.

int setvbuf(struct _IO_FILE *file, char *buffer, int mode, unsigned long size) {
    (void)size;
    __concord_stream(file);
    if (buffer && mode != 2)
        __concord_unsupported("a buffer for a stream");
    return mode >= 0 && mode <= 2 && !maybe() ? 0 : -1;
}

void setbuf(struct _IO_FILE *file, char *buffer) {
    __concord_stream(file);
    if (buffer)
        __concord_unsupported("a buffer for a stream");
}

void setlinebuf(struct _IO_FILE *file) {
    __concord_stream(file);
}

void flockfile(struct _IO_FILE *file) {
    __concord_stream(file);
}

void funlockfile(struct _IO_FILE *file) {
    __concord_stream(file);
}
