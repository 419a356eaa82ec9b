// A connection that was not made at once may come later.
// expect: true
// spec: socket
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address;

extern int wait_for(int);

int main(void)
{
    int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (s < 0)
        return 1;
    if (connect(s, &address, sizeof address) < 0 && wait_for(s) < 0) {
        close(s);
        return 1;
    }
    send(s, "x", 1, 0);
    close(s);
    return 0;
}
