// Datagrams need no connection.
// expect: true
// spec: socket
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address;

int main(void)
{
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    if (s < 0)
        return 1;
    sendto(s, "ask", 3, 0, &address, sizeof address);
    connect(s, &address, sizeof address);
    connect(s, &address, sizeof address);
    send(s, "ask", 3, 0);
    close(s);
    return 0;
}
