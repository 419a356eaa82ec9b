// A string literal is written.
// run: read-only
// data-model: both
static void upper(char *s) {
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s = (char)(*s - 32); //! read-only
}

int main(void) {
    char copy[] = "abc";
    upper(copy);
    upper("ABC");
    upper("ABc");
    return copy[0];
}
