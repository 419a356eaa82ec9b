// Standard output becomes a file, and stays so.
// expect: true
// spec: fd:leaks
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int fd = open("a", O_WRONLY | O_CREAT, 0600);
    if (fd < 0)
        return 1;
    if (fd > 2) {
        int made = dup2(fd, 1);
        close(fd);
        if (made < 0)
            return 1;
        return write(1, "x", 1) < 0;
    }
    close(fd);
    return 0;
}
