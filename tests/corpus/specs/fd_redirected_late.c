// A descriptor is doubled after it was closed.
// expect: false(fd)
// spec: fd
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int fd = open("a", O_WRONLY | O_CREAT, 0600);
    if (fd < 0)
        return 1;
    close(fd);
    if (dup2(fd, 1) < 0) //! violated
        return 1;
    return 0;
}
