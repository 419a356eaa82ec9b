// The status with which the program ends says whether a descriptor may stay open.
// expect: true
// spec: fd:leaks
#include <fcntl.h>
#include <unistd.h>

extern int broken;

int main(void)
{
    int status = 0;
    int fd = open("a", O_RDONLY);
    if (fd < 0)
        return 0;
    if (broken)
        status = 3;
    else
        close(fd);
    return status;
}
