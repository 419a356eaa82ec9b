// A client: connect, send, shut down, receive, close.
// expect: true
// spec: socket:leaks
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address;

int main(void)
{
    char answer[8];
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s < 0)
        return 1;
    if (connect(s, &address, sizeof address) == 0) {
        send(s, "ask", 3, 0);
        shutdown(s, SHUT_WR);
        recv(s, answer, sizeof answer, 0);
    }
    close(s);
    return 0;
}
