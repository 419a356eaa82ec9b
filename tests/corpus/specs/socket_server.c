// A server: bind, listen, accept, send, close.
// expect: true
// spec: socket:leaks
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address;

int main(void)
{
    int server = socket(AF_INET, SOCK_STREAM, 0);
    if (server < 0)
        return 1;
    if (bind(server, &address, sizeof address) < 0 || listen(server, 5) < 0) {
        close(server);
        return 0;
    }
    int client = accept(server, 0, 0);
    if (client >= 0) {
        send(client, "x", 1, 0);
        close(client);
    }
    close(server);
    return 0;
}
