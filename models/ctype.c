// Character classes and case in the C locale.
//
// The functions return glibc's values (a mask bit, not just 1). An argument that
// is neither an unsigned char nor EOF is undefined in C; here it belongs to no
// class and maps to itself. The tables behind glibc's macros are in
// ctype_tables.c. Wide variants know ASCII only.

static int in(int c, int first, int last) {
    return c >= first && c <= last;
}

int isupper(int c) {
    return in(c, 'A', 'Z') ? 256 : 0;
}

int islower(int c) {
    return in(c, 'a', 'z') ? 512 : 0;
}

int isalpha(int c) {
    return in(c, 'A', 'Z') || in(c, 'a', 'z') ? 1024 : 0;
}

int isdigit(int c) {
    return in(c, '0', '9') ? 2048 : 0;
}

int isxdigit(int c) {
    return in(c, '0', '9') || in(c, 'A', 'F') || in(c, 'a', 'f') ? 4096 : 0;
}

int isspace(int c) {
    return c == ' ' || in(c, '\t', '\r') ? 8192 : 0;
}

int isprint(int c) {
    return in(c, ' ', '~') ? 16384 : 0;
}

int isgraph(int c) {
    return in(c, '!', '~') ? 32768 : 0;
}

int isblank(int c) {
    return c == ' ' || c == '\t' ? 1 : 0;
}

int iscntrl(int c) {
    return in(c, 0, 31) || c == 127 ? 2 : 0;
}

int isalnum(int c) {
    return isalpha(c) || isdigit(c) ? 8 : 0;
}

int ispunct(int c) {
    return isgraph(c) && !isalnum(c) ? 4 : 0;
}

int isascii(int c) {
    return in(c, 0, 127);
}

int toascii(int c) {
    return c & 127;
}

int tolower(int c) {
    return in(c, 'A', 'Z') ? c + 32 : c;
}

int toupper(int c) {
    return in(c, 'a', 'z') ? c - 32 : c;
}

int _tolower(int c) {
    return tolower(c);
}

int _toupper(int c) {
    return toupper(c);
}

// A wide character as the above see it; WEOF and non-ASCII are in no class.
static int narrow(unsigned c) {
    return c <= 127 ? (int)c : -1;
}

int iswupper(unsigned c) {
    return isupper(narrow(c)) != 0;
}

int iswlower(unsigned c) {
    return islower(narrow(c)) != 0;
}

int iswalpha(unsigned c) {
    return isalpha(narrow(c)) != 0;
}

int iswdigit(unsigned c) {
    return isdigit(narrow(c)) != 0;
}

int iswxdigit(unsigned c) {
    return isxdigit(narrow(c)) != 0;
}

int iswspace(unsigned c) {
    return isspace(narrow(c)) != 0;
}

int iswprint(unsigned c) {
    return isprint(narrow(c)) != 0;
}

int iswgraph(unsigned c) {
    return isgraph(narrow(c)) != 0;
}

int iswblank(unsigned c) {
    return isblank(narrow(c)) != 0;
}

int iswcntrl(unsigned c) {
    return iscntrl(narrow(c)) != 0;
}

int iswalnum(unsigned c) {
    return isalnum(narrow(c)) != 0;
}

int iswpunct(unsigned c) {
    return ispunct(narrow(c)) != 0;
}

unsigned towlower(unsigned c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

unsigned towupper(unsigned c) {
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}
