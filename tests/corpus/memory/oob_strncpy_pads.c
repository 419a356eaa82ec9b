// strncpy pads with zeros up to its count, beyond the end of the target.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
char *strncpy(char *, const char *, size_t);

int main(void) {
    char name[6];
    strncpy(name, "abc", 6);
    strncpy(name, "abc", 9); //! out-of-bounds
    return name[0];
}
