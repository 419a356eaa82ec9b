// String functions whose results fit their buffers to the last byte.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
size_t strlen(const char *);
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
char *strncpy(char *, const char *, size_t);
int strcmp(const char *, const char *);
int snprintf(char *, size_t, const char *, ...);
void *memset(void *, int, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    char a[8];
    strcpy(a, "1234567");
    check(strlen(a) == 7);
    char *p = malloc(strlen(a) + 3);
    strcpy(p, a);
    strcat(p, "89");
    check(strcmp(p, "123456789") == 0);
    free(p);
    strncpy(a, "abcdefghij", 8);
    check(a[7] == 'h');
    check(snprintf(a, sizeof a, "%d", 123456789) == 9);
    check(strcmp(a, "1234567") == 0);
    check(snprintf(a, sizeof a, "%s-%c", "12345", 'z') == 7 && a[6] == 'z');
    memset(a, 0, sizeof a);
    check(strlen(a) == 0);
    return 0;
}
