// A number that was closed may be given out again.
// expect: true
// spec: fd
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c;
    int a = open("a", O_RDONLY);
    if (a < 0)
        return 1;
    close(a);
    int b = open("b", O_RDONLY);
    if (b < 0)
        return 1;
    read(b, &c, 1);
    close(b);
    return 0;
}
