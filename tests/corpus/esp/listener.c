// A socket that listens accepts as often as it is asked to.
// expect: true
// esp: unknown
// spec: socket
#include <sys/socket.h>
#include <unistd.h>

extern int option(void);
static struct sockaddr address;

int main(void)
{
    int server = socket(AF_INET, SOCK_STREAM, 0);
    if (server < 0)
        return 1;
    if (bind(server, &address, sizeof address) < 0 || listen(server, 1) < 0) {
        close(server);
        return 1;
    }
    while (option()) {
        int client = accept(server, 0, 0);
        if (client < 0)
            continue;
        send(client, "x", 1, 0);
        close(client);
    }
    close(server);
    return 0;
}
