// strcat runs over the end of a local buffer.
// run: out-of-bounds
// data-model: both
char *strcat(char *, const char *);
char *strcpy(char *, const char *);

int main(void) {
    char buf[8];
    strcpy(buf, "abc");
    strcat(buf, "def");
    strcat(buf, "gh"); //! out-of-bounds
    return buf[0];
}
