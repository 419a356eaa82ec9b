// Every way out of a function closes what was opened.
// expect: true
// esp: unknown
// typestate: true
// spec: fd:leaks
#include <fcntl.h>
#include <unistd.h>

static int copy(const char *from, const char *to)
{
    char byte;
    int result = -1;
    int in = open(from, O_RDONLY);
    if (in < 0)
        return -1;
    int out = open(to, O_WRONLY);
    if (out < 0)
        goto close_in;
    if (read(in, &byte, 1) != 1)
        goto close_out;
    if (write(out, &byte, 1) == 1)
        result = 0;
close_out:
    close(out);
close_in:
    close(in);
    return result;
}

int main(void)
{
    copy("a", "b");
    return 0;
}
