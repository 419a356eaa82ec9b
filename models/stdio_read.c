// Reading from streams, on top of fgetc: characters, lines, and the names that
// macros and thread-safe variants use.
//
// gets stores a line of any length, as the real one does.

struct _IO_FILE;
extern struct _IO_FILE *stdin;

int fgetc(struct _IO_FILE *file);
int feof(struct _IO_FILE *file);
int ferror(struct _IO_FILE *file);
void clearerr(struct _IO_FILE *file);
int fileno(struct _IO_FILE *file);
unsigned long fread(void *to, unsigned long size, unsigned long count, struct _IO_FILE *file);
int *__errno_location(void);
void *realloc(void *block, unsigned long size);

int getc(struct _IO_FILE *file) {
    return fgetc(file);
}

int getchar(void) {
    return fgetc(stdin);
}

int _IO_getc(struct _IO_FILE *file) {
    return fgetc(file);
}

int __uflow(struct _IO_FILE *file) {
    return fgetc(file);
}

int getc_unlocked(struct _IO_FILE *file) {
    return fgetc(file);
}

int fgetc_unlocked(struct _IO_FILE *file) {
    return fgetc(file);
}

int getchar_unlocked(void) {
    return fgetc(stdin);
}

int getw(struct _IO_FILE *file) {
    int word;
    return fread(&word, sizeof word, 1, file) == 1 ? word : -1;
}

char *fgets(char *to, int size, struct _IO_FILE *file) {
    if (size <= 0)
        return 0;
    int length = 0;
    while (length < size - 1) {
        int c = fgetc(file);
        if (c == -1) {
            // After an error what was read is lost.
            if (length == 0 || ferror(file))
                return 0;
            break;
        }
        to[length++] = (char)c;
        if (c == '\n')
            break;
    }
    to[length] = 0;
    return to;
}

char *gets(char *to) {
    unsigned long length = 0;
    for (;;) {
        int c = fgetc(stdin);
        if (c == -1 && (length == 0 || ferror(stdin)))
            return 0;
        if (c == -1 || c == '\n')
            break;
        to[length++] = (char)c;
    }
    to[length] = 0;
    return to;
}

long getdelim(char **line, unsigned long *size, int delimiter, struct _IO_FILE *file) {
    if (!*line)
        *size = 0;
    unsigned long length = 0;
    for (;;) {
        int c = fgetc(file);
        if (c == -1 && (length == 0 || ferror(file)))
            return -1;
        if (length + 2 > *size) {
            unsigned long larger = *size < 64 ? 120 : 2 * *size;
            char *grown = realloc(*line, larger);
            if (!grown)
                return -1;
            *line = grown;
            *size = larger;
        }
        if (c != -1)
            (*line)[length++] = (char)c;
        if (c == -1 || c == delimiter)
            break;
    }
    (*line)[length] = 0;
    return (long)length;
}

long __getdelim(char **line, unsigned long *size, int delimiter, struct _IO_FILE *file) {
    return getdelim(line, size, delimiter, file);
}

long getline(char **line, unsigned long *size, struct _IO_FILE *file) {
    return getdelim(line, size, '\n', file);
}

char *fgets_unlocked(char *to, int size, struct _IO_FILE *file) {
    return fgets(to, size, file);
}

unsigned long fread_unlocked(void *to, unsigned long size, unsigned long count, struct _IO_FILE *file) {
    return fread(to, size, count, file);
}

int feof_unlocked(struct _IO_FILE *file) {
    return feof(file);
}

int ferror_unlocked(struct _IO_FILE *file) {
    return ferror(file);
}

void clearerr_unlocked(struct _IO_FILE *file) {
    clearerr(file);
}

int fileno_unlocked(struct _IO_FILE *file) {
    return fileno(file);
}

// gcc's checked variants.

char *__fgets_chk(char *to, unsigned long room, int size, struct _IO_FILE *file) {
    (void)room;
    return fgets(to, size, file);
}

char *__gets_chk(char *to, unsigned long room) {
    (void)room;
    return gets(to);
}

unsigned long __fread_chk(void *to, unsigned long room, unsigned long size, unsigned long count,
                          struct _IO_FILE *file) {
    (void)room;
    return fread(to, size, count, file);
}
