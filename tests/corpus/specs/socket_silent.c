// Something is sent after the sending side was shut down.
// expect: false(socket)
// spec: socket
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address;

extern int more;

int main(void)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    if (connect(s, &address, sizeof address) < 0) {
        close(s);
        return 1;
    }
    shutdown(s, SHUT_WR);
    if (more)
        send(s, "x", 1, 0); //! violated
    close(s);
    return 0;
}
