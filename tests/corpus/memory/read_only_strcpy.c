// strcpy writes into a string literal of the right size.
// run: read-only
// data-model: both
char *strcpy(char *, const char *);

int main(void) {
    char own[] = "hello";
    char *p = own;
    strcpy(p, "world");
    p = "hello";
    strcpy(p, "world"); //! read-only
    return p[0];
}
