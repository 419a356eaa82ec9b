// Closing what could not be opened does nothing.
// expect: true
// spec: fd
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int d = open("data", O_WRONLY | O_CREAT, 0600);
    if (d >= 0)
        write(d, "x", 1);
    close(d);
    return 0;
}
