// No stream comes of the descriptor, which stays open.
// expect: false(fd)
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
    if (f)
        fclose(f);
    return 0; //! violated
}
