// Whether it could be opened is not looked at.
// expect: false(fd)
// spec: fd
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c;
    int d = open("data", O_RDONLY);
    read(d, &c, 1); //! violated
    close(d);
    return 0;
}
