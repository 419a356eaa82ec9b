// Closed twice on one path.
// expect: false(fd)
// spec: fd
#include <fcntl.h>
#include <unistd.h>

extern int failed;

int main(void)
{
    int d = open("data", O_RDONLY);
    if (d < 0)
        return 1;
    if (failed)
        close(d);
    close(d); //! violated
    return 0;
}
