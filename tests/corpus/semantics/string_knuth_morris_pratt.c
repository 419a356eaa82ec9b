// Counting the places of a pattern by its failure table.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int count(const char *text, const char *pat) {
    int fail[16], n = 0, found = 0;
    fail[0] = 0;
    for (int i = 1; pat[i]; i++) {
        while (n && pat[n] != pat[i])
            n = fail[n - 1];
        if (pat[n] == pat[i])
            n++;
        fail[i] = n;
    }
    n = 0;
    for (; *text; text++) {
        while (n && pat[n] != *text)
            n = fail[n - 1];
        if (pat[n] == *text)
            n++;
        if (!pat[n]) {
            found++;
            n = fail[n - 1];
        }
    }
    return found;
}

int main(void) {
    check(count("aaaaaa", "aa") == 5);
    check(count("abababcabab", "abab") == 3);
    check(count("abcabcabd", "abcabd") == 1 && count("abc", "d") == 0);
    return 0;
}
