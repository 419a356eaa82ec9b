// A refused connection is no failure, but its socket stays.
// expect: false(socket)
// spec: socket:leaks
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address;

int main(void)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    if (connect(s, &address, sizeof address) < 0)
        return 0; //! violated
    send(s, "x", 1, 0);
    close(s);
    return 0;
}
