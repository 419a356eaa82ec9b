// Read after close.
// expect: false(fd)
// spec: fd
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c;
    int d = open("data", O_RDONLY);
    if (d < 0)
        return 1;
    close(d);
    return read(d, &c, 1) == 1; //! violated
}
