// Output and string functions come from the real system headers.
// expect: true
// data-model: both
#include <stdio.h>
#include <string.h>
#include <assert.h>

int main(void) {
    char buf[32];
    int n = snprintf(buf, sizeof buf, "%d-%s-%c-%04x", 42, "abc", 'z', 255);
    assert(n == 13);
    assert(strcmp(buf, "42-abc-z-00ff") == 0);
    assert(strlen(buf) == 13 && strchr(buf, '-') == buf + 2);
    memset(buf, 'a', 3);
    buf[3] = '\0';
    strcat(buf, "!");
    assert(strncmp(buf, "aaa!", 5) == 0);
    assert(memcmp(buf, "aab", 3) < 0);
    assert(printf("%s\n", buf) == 5);
    assert(fflush(stdout) == 0 && stderr != NULL);
    return 0;
}
