// Writing to streams, and the functions on names of files that <stdio.h> has.
//
// Writing to standard output and error always succeeds and is handed out; to other
// streams it may fail, and what is written is only looked at.

struct _IO_FILE;

void __concord_output(int stream, const char *bytes, unsigned long n);
void __concord_havoc();
int __concord_stream(struct _IO_FILE *file);
int *__errno_location(void);
unsigned long strlen(const char *s);

extern struct _IO_FILE *stdout;

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

static void fail(void) {
    int reason;
    *__errno_location() = reason > 0 && reason < 134 ? reason : 5; // EIO
}

// Writes n bytes; the result is zero where that fails.
static int write_bytes(struct _IO_FILE *file, const char *bytes, unsigned long n) {
    int stream = __concord_stream(file);
    if (n == 0)
        return 1;
    // All lies in one object if both ends do.
    char first = bytes[0], last = bytes[n - 1];
    (void)first, (void)last;
    if (stream) {
        __concord_output(stream, bytes, n);
        return 1;
    }
    if (!maybe())
        return 1;
    fail();
    return 0;
}

int fputc(int c, struct _IO_FILE *file) {
    char byte = (char)c;
    return write_bytes(file, &byte, 1) ? (unsigned char)c : -1;
}

int putc(int c, struct _IO_FILE *file) {
    return fputc(c, file);
}

int putchar(int c) {
    return fputc(c, stdout);
}

int fputs(const char *text, struct _IO_FILE *file) {
    return write_bytes(file, text, strlen(text)) ? 1 : -1;
}

int puts(const char *text) {
    return fputs(text, stdout) < 0 || fputc('\n', stdout) < 0 ? -1 : (int)strlen(text) + 1;
}

unsigned long fwrite(const void *from, unsigned long size, unsigned long count, struct _IO_FILE *file) {
    if (size == 0 || count == 0) {
        __concord_stream(file);
        return 0;
    }
    if (write_bytes(file, from, size * count))
        return count;
    unsigned long written;
    return written < count ? written : 0;
}

int putw(int word, struct _IO_FILE *file) {
    return fwrite(&word, sizeof word, 1, file) == 1 ? 0 : -1;
}

int _IO_putc(int c, struct _IO_FILE *file) {
    return fputc(c, file);
}

int __overflow(struct _IO_FILE *file, int c) {
    return fputc(c, file);
}

int putc_unlocked(int c, struct _IO_FILE *file) {
    return fputc(c, file);
}

int fputc_unlocked(int c, struct _IO_FILE *file) {
    return fputc(c, file);
}

int putchar_unlocked(int c) {
    return fputc(c, stdout);
}

int fputs_unlocked(const char *text, struct _IO_FILE *file) {
    return fputs(text, file);
}

int puts_unlocked(const char *text) {
    return puts(text);
}

unsigned long fwrite_unlocked(const void *from, unsigned long size, unsigned long count, struct _IO_FILE *file) {
    return fwrite(from, size, count, file);
}

int fflush(struct _IO_FILE *file);

int fflush_unlocked(struct _IO_FILE *file) {
    return fflush(file);
}

void perror(const char *text) {
    if (text && *text) {
        __concord_output(2, text, strlen(text));
        __concord_output(2, ": ", 2);
    }
    // Nobody sees the message.
    __concord_output(2, "\n", 1);
}

// Names of files.

static int attempt(const char *path) {
    while (*path)
        path++;
    if (!maybe())
        return 0;
    fail();
    return -1;
}

int remove(const char *path) {
    return attempt(path);
}

int rename(const char *old, const char *path) {
    while (*old)
        old++;
    return attempt(path);
}

// Any name of L_tmpnam - 1 characters or fewer.
char *tmpnam(char *name) {
    static char own[20];
    if (maybe())
        return 0;
    if (!name)
        name = own;
    __concord_havoc((char(*)[20])name);
    name[19] = 0;
    return name;
}

char *tmpnam_r(char *name) {
    return name ? tmpnam(name) : 0;
}

char *ctermid(char *name) {
    static char own[9];
    if (!name)
        name = own;
    const char *path = "/dev/tty";
    for (int i = 0; i < 9; i++)
        name[i] = path[i];
    return name;
}
