// A stream socket sends without a connection.
// expect: false(socket)
// spec: socket
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address;

int main(void)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    if (bind(s, &address, sizeof address) < 0) {
        close(s);
        return 1;
    }
    send(s, "ask", 3, 0); //! violated
    close(s);
    return 0;
}
