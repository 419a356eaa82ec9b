// Functions of libraries that write where their arguments lead, or change what others mean, and have
// no model: reaching one is unsupported, since taking it for one that changes nothing would be wrong.

void __concord_unsupported(const char *what);

int timespec_get() {
    __concord_unsupported("timespec_get");
    return 0;
}

double remquo() {
    __concord_unsupported("remquo");
    return 0;
}

float remquof() {
    __concord_unsupported("remquof");
    return 0;
}

long double remquol() {
    __concord_unsupported("remquol");
    return 0;
}

long double nextafterl() {
    __concord_unsupported("nextafterl");
    return 0;
}

double nexttoward() {
    __concord_unsupported("nexttoward");
    return 0;
}

float nexttowardf() {
    __concord_unsupported("nexttowardf");
    return 0;
}

long double nexttowardl() {
    __concord_unsupported("nexttowardl");
    return 0;
}

double lgamma_r() {
    __concord_unsupported("lgamma_r");
    return 0;
}

float lgammaf_r() {
    __concord_unsupported("lgammaf_r");
    return 0;
}

int fesetround() {
    __concord_unsupported("fesetround");
    return 0;
}

int fesetenv() {
    __concord_unsupported("fesetenv");
    return 0;
}

int feupdateenv() {
    __concord_unsupported("feupdateenv");
    return 0;
}

int swprintf() {
    __concord_unsupported("swprintf");
    return 0;
}

int vswprintf() {
    __concord_unsupported("vswprintf");
    return 0;
}

int swscanf() {
    __concord_unsupported("swscanf");
    return 0;
}

long wcstol() {
    __concord_unsupported("wcstol");
    return 0;
}

unsigned long wcstoul() {
    __concord_unsupported("wcstoul");
    return 0;
}

long long wcstoll() {
    __concord_unsupported("wcstoll");
    return 0;
}

unsigned long long wcstoull() {
    __concord_unsupported("wcstoull");
    return 0;
}

double wcstod() {
    __concord_unsupported("wcstod");
    return 0;
}

unsigned long mbrtowc() {
    __concord_unsupported("mbrtowc");
    return 0;
}

unsigned long mbsrtowcs() {
    __concord_unsupported("mbsrtowcs");
    return 0;
}

unsigned long wcrtomb() {
    __concord_unsupported("wcrtomb");
    return 0;
}

unsigned long wcsrtombs() {
    __concord_unsupported("wcsrtombs");
    return 0;
}

void *mmap() {
    __concord_unsupported("mmap");
    return 0;
}

int munmap() {
    __concord_unsupported("munmap");
    return 0;
}

void *shmat() {
    __concord_unsupported("shmat");
    return 0;
}

int regcomp() {
    __concord_unsupported("regcomp");
    return 0;
}

int regexec() {
    __concord_unsupported("regexec");
    return 0;
}

void *strptime() {
    __concord_unsupported("strptime");
    return 0;
}

const char *inet_ntop() {
    __concord_unsupported("inet_ntop");
    return 0;
}

void *open_memstream() {
    __concord_unsupported("open_memstream");
    return 0;
}

int getaddrinfo() {
    __concord_unsupported("getaddrinfo");
    return 0;
}

int epoll_wait() {
    __concord_unsupported("epoll_wait");
    return 0;
}

long recvmsg() {
    __concord_unsupported("recvmsg");
    return 0;
}

int wait4() {
    __concord_unsupported("wait4");
    return 0;
}

int statvfs() {
    __concord_unsupported("statvfs");
    return 0;
}

int sysinfo() {
    __concord_unsupported("sysinfo");
    return 0;
}

int getitimer() {
    __concord_unsupported("getitimer");
    return 0;
}

int setitimer() {
    __concord_unsupported("setitimer");
    return 0;
}

unsigned long confstr() {
    __concord_unsupported("confstr");
    return 0;
}

void *tsearch() {
    __concord_unsupported("tsearch");
    return 0;
}

void *tdelete() {
    __concord_unsupported("tdelete");
    return 0;
}

int hsearch() {
    __concord_unsupported("hsearch");
    return 0;
}
