// Sockets: any data arrives, everything may fail.
//
// Addresses that are filled in get any bytes, up to the given length; the length
// becomes any of a structure of addresses (up to 128). Sending to a descriptor that
// is not a socket is not noticed. recvmsg, gethostbyname and getaddrinfo are not
// modelled.

int *__errno_location(void);
int __concord_descriptor(int first);
int __concord_on_descriptor(int descriptor);
long __concord_receive(void *to, unsigned long n);
long __concord_send(const void *from, unsigned long n);
int close(int descriptor);
int sprintf(char *to, const char *format, ...);

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

// Fills in an address, if it is wanted.
static void any_address(void *address, unsigned *length) {
    if (!address)
        return;
    unsigned full;
    if (full > 128)
        full = 128;
    for (unsigned i = 0; i < *length && i < full; i++) {
        char any;
        ((char *)address)[i] = any;
    }
    *length = full;
}

static void read_address(const void *address, unsigned length) {
    for (unsigned i = 0; i < length; i++) {
        char read = ((const char *)address)[i];
        (void)read;
    }
}

int socket(int domain, int type, int protocol) {
    (void)domain, (void)type, (void)protocol;
    return __concord_descriptor(0);
}

int socketpair(int domain, int type, int protocol, int ends[2]) {
    int first = socket(domain, type, protocol);
    if (first < 0)
        return -1;
    int second = socket(domain, type, protocol);
    if (second < 0) {
        close(first);
        return -1;
    }
    ends[0] = first;
    ends[1] = second;
    return 0;
}

int bind(int descriptor, const void *address, unsigned length) {
    read_address(address, length);
    return __concord_on_descriptor(descriptor);
}

int connect(int descriptor, const void *address, unsigned length) {
    read_address(address, length);
    return __concord_on_descriptor(descriptor);
}

int listen(int descriptor, int backlog) {
    (void)backlog;
    return __concord_on_descriptor(descriptor);
}

int accept(int descriptor, void *address, unsigned *length) {
    if (__concord_on_descriptor(descriptor) < 0)
        return -1;
    int accepted = __concord_descriptor(0);
    if (accepted >= 0)
        any_address(address, length);
    return accepted;
}

int accept4(int descriptor, void *address, unsigned *length, int flags) {
    (void)flags;
    return accept(descriptor, address, length);
}

int shutdown(int descriptor, int how) {
    (void)how;
    return __concord_on_descriptor(descriptor);
}

long send(int descriptor, const void *from, unsigned long n, int flags) {
    (void)flags;
    return __concord_on_descriptor(descriptor) < 0 ? -1 : __concord_send(from, n);
}

long sendto(int descriptor, const void *from, unsigned long n, int flags, const void *address, unsigned length) {
    if (address)
        read_address(address, length);
    return send(descriptor, from, n, flags);
}

long recv(int descriptor, void *to, unsigned long n, int flags) {
    (void)flags;
    return __concord_on_descriptor(descriptor) < 0 ? -1 : __concord_receive(to, n);
}

long recvfrom(int descriptor, void *to, unsigned long n, int flags, void *address, unsigned *length) {
    long got = recv(descriptor, to, n, flags);
    if (got >= 0)
        any_address(address, length);
    return got;
}

long __recv_chk(int descriptor, void *to, unsigned long n, unsigned long room, int flags) {
    (void)room;
    return recv(descriptor, to, n, flags);
}

int getsockname(int descriptor, void *address, unsigned *length) {
    if (__concord_on_descriptor(descriptor) < 0)
        return -1;
    any_address(address, length);
    return 0;
}

int getpeername(int descriptor, void *address, unsigned *length) {
    return getsockname(descriptor, address, length);
}

int getsockopt(int descriptor, int level, int option, void *value, unsigned *length) {
    (void)level, (void)option;
    if (__concord_on_descriptor(descriptor) < 0)
        return -1;
    unsigned size;
    if (size > *length)
        size = *length;
    for (unsigned i = 0; i < size; i++) {
        char any;
        ((char *)value)[i] = any;
    }
    *length = size;
    return 0;
}

int setsockopt(int descriptor, int level, int option, const void *value, unsigned length) {
    (void)level, (void)option;
    read_address(value, length);
    return __concord_on_descriptor(descriptor);
}

// Internet addresses in text: what the text says is not followed.

int inet_aton(const char *text, unsigned *address) {
    unsigned any;
    while (*text)
        text++;
    if (maybe())
        return 0;
    *address = any;
    return 1;
}

unsigned inet_addr(const char *text) {
    unsigned address;
    return inet_aton(text, &address) ? address : ~0u;
}

int inet_pton(int family, const char *text, void *address) {
    while (*text)
        text++;
    if (family != 2 && family != 10) {
        *__errno_location() = 97; // EAFNOSUPPORT
        return -1;
    }
    if (maybe())
        return 0;
    for (int i = 0; i < (family == 2 ? 4 : 16); i++) {
        char any;
        ((char *)address)[i] = any;
    }
    return 1;
}

struct in_addr {
    unsigned s_addr;
};

char *inet_ntoa(struct in_addr address) {
    static char text[16];
    const unsigned char *byte = (const unsigned char *)&address;
    sprintf(text, "%d.%d.%d.%d", byte[0], byte[1], byte[2], byte[3]);
    return text;
}
