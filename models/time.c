// Time: clocks, calendar time, sleeping.
//
// Clocks say anything, and need not advance between calls. Broken-down times have
// any fields in their ranges, which need not be those of a real date nor belong to
// the argument. Text is any text of the right length. Sleeping takes no time and
// may be cut short. The time zone is any, but its names are those of UTC.

int *__errno_location(void);
void __concord_havoc();

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct timeval {
    long tv_sec, tv_usec;
};

struct timespec {
    long tv_sec, tv_nsec;
};

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

static int fail(void) {
    int reason;
    *__errno_location() = reason > 0 && reason < 134 ? reason : 22; // EINVAL
    return -1;
}

// Any number between these limits.
static int between(int low, int high) {
    int any;
    return any >= low && any <= high ? any : low;
}

static long any_seconds(void) {
    long any;
    return any < 0 ? 0 : any;
}

long time(long *result) {
    long now;
    if (now < 0)
        now = -1; // EOVERFLOW
    if (result)
        *result = now;
    return now;
}

long clock(void) {
    long any;
    return any < 0 ? -1 : any;
}

double difftime(long later, long earlier) {
    return (double)later - (double)earlier;
}

// The time zone argument is obsolete; what it points to is not written.
int gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    now->tv_sec = any_seconds();
    now->tv_usec = between(0, 999999);
    return 0;
}

int settimeofday(const struct timeval *now, const void *zone) {
    (void)now, (void)zone;
    return maybe() ? fail() : 0;
}

int clock_gettime(int clock_id, struct timespec *now) {
    (void)clock_id;
    if (maybe())
        return fail();
    now->tv_sec = any_seconds();
    now->tv_nsec = between(0, 999999999);
    return 0;
}

int clock_getres(int clock_id, struct timespec *resolution) {
    return resolution ? clock_gettime(clock_id, resolution) : 0;
}

int clock_settime(int clock_id, const struct timespec *now) {
    struct timespec read = *now;
    (void)clock_id, (void)read;
    return maybe() ? fail() : 0;
}

void tzset(void);

struct tm *gmtime_r(const long *seconds, struct tm *t) {
    long read = *seconds;
    (void)read;
    if (maybe()) {
        *__errno_location() = 75; // EOVERFLOW
        return 0;
    }
    t->tm_sec = between(0, 60);
    t->tm_min = between(0, 59);
    t->tm_hour = between(0, 23);
    t->tm_mday = between(1, 31);
    t->tm_mon = between(0, 11);
    t->tm_year = between(-2147483647 - 1, 2147483647);
    t->tm_wday = between(0, 6);
    t->tm_yday = between(0, 365);
    t->tm_isdst = between(0, 1);
    t->tm_gmtoff = between(-86400, 86400);
    t->tm_zone = tzname[0];
    return t;
}

struct tm *localtime_r(const long *seconds, struct tm *t) {
    tzset();
    return gmtime_r(seconds, t);
}

static struct tm shared;

struct tm *gmtime(const long *seconds) {
    return gmtime_r(seconds, &shared);
}

struct tm *localtime(const long *seconds) {
    tzset();
    return gmtime_r(seconds, &shared);
}

// Brings the fields into their ranges.
long mktime(struct tm *t) {
    struct tm given = *t;
    long result;
    (void)given;
    tzset();
    return gmtime_r(&result, t) ? result : -1;
}

long timegm(struct tm *t) {
    return mktime(t);
}

// Null where the text does not fit, for the year has too many digits.
char *asctime_r(const struct tm *t, char *text) {
    struct tm read = *t;
    (void)read;
    if (maybe()) {
        *__errno_location() = 75; // EOVERFLOW
        return 0;
    }
    for (int i = 0; i < 24; i++) {
        char any;
        text[i] = any == 0 ? ' ' : any;
    }
    text[24] = '\n';
    text[25] = 0;
    return text;
}

// Here is room for any year, and for fields out of their ranges.
static char shared_text[128];

char *asctime(const struct tm *t) {
    struct tm read = *t;
    (void)read;
    __concord_havoc(&shared_text);
    shared_text[127] = 0;
    return shared_text;
}

char *ctime_r(const long *seconds, char *text) {
    struct tm t;
    return gmtime_r(seconds, &t) ? asctime_r(&t, text) : 0;
}

char *ctime(const long *seconds) {
    struct tm t;
    return gmtime_r(seconds, &t) ? asctime(&t) : 0;
}

// Zero if the text does not fit; then the array holds anything.
unsigned long strftime(char *to, unsigned long size, const char *format, const struct tm *t) {
    struct tm read = *t;
    (void)read;
    while (*format)
        format++;
    unsigned long length;
    if (length >= size)
        length = size;
    for (unsigned long i = 0; i < length; i++) {
        char any;
        to[i] = any;
    }
    if (length == size)
        return 0;
    to[length] = 0;
    return length;
}

void tzset(void) {
    timezone = between(-90000, 90000);
    daylight = between(0, 1);
}

// Zero, or -1 with EINTR and the time that was left.
int nanosleep(const struct timespec *wanted, struct timespec *left) {
    struct timespec read = *wanted;
    (void)read;
    if (!maybe())
        return 0;
    *__errno_location() = 4; // EINTR
    if (left) {
        left->tv_sec = any_seconds();
        left->tv_nsec = between(0, 999999999);
    }
    return -1;
}

int clock_nanosleep(int clock_id, int flags, const struct timespec *wanted, struct timespec *left) {
    (void)clock_id;
    return nanosleep(wanted, flags ? 0 : left) == 0 ? 0 : 4;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return maybe() ? fail() : 0;
}

unsigned sleep(unsigned seconds) {
    unsigned left;
    return left <= seconds ? left : 0;
}

// CPU times: four counts, and the time since some point.
struct tms {
    long count[4];
};

long times(struct tms *t) {
    if (t)
        for (int i = 0; i < 4; i++)
            t->count[i] = any_seconds();
    return clock();
}
