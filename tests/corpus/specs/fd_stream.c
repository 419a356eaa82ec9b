// A descriptor becomes part of a stream, which closes it.
// expect: true
// spec: fd:leaks
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int fd = open("a", O_RDONLY);
    if (fd < 0)
        return 1;
    FILE *f = fdopen(fd, "r");
    if (!f) {
        close(fd);
        return 0;
    }
    fclose(f);
    return 0;
}
