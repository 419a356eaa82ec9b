// A descriptor stays open, and the status says that all went well.
// expect: false(fd)
// spec: fd:leaks
#include <fcntl.h>
#include <unistd.h>

extern int broken;

int main(void)
{
    int status = 1;
    int fd = open("a", O_RDONLY);
    if (fd < 0)
        return 0;
    if (broken)
        status = 0;
    else
        close(fd);
    return status; //! violated
}
