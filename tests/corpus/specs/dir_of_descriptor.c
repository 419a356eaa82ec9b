// A directory stream is made of a descriptor, for which it answers.
// expect: true
// spec: dir:leaks
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int fd = open(".", O_RDONLY);
    if (fd < 0)
        return 1;
    DIR *d = fdopendir(fd);
    if (d)
        closedir(d);
    else
        close(fd);
    return 0;
}
