// strlen of a null pointer that strchr returned.
// run: null-dereference
// data-model: both
typedef __typeof__(sizeof 0) size_t;
size_t strlen(const char *);
char *strchr(const char *, int);

int main(void) {
    const char *line = "key=value";
    const char *value = strchr(line, '=');
    int n = (int)strlen(value);
    value = strchr(line, ':');
    n += (int)strlen(value); //! null-dereference
    return n;
}
