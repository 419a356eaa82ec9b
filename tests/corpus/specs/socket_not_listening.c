// If listen fails, connections are accepted all the same.
// expect: false(socket)
// spec: socket
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address;

extern int warned;

int main(void)
{
    int server = socket(AF_INET, SOCK_STREAM, 0);
    if (server < 0)
        return 1;
    if (bind(server, &address, sizeof address) < 0)
        return 1;
    if (listen(server, 5) < 0)
        warned = 1;
    int client = accept(server, 0, 0); //! violated
    close(server);
    return client < 0;
}
