// Functions behind pointers close what they are given.
// expect: true
// esp: true
// spec: dir
#include <dirent.h>

extern int option(void);

static void quietly(DIR *d)
{
    closedir(d);
}

static void after_reading(DIR *d)
{
    readdir(d);
    closedir(d);
}

int main(void)
{
    void (*finish)(DIR *) = option() ? quietly : after_reading;
    DIR *d = opendir(".");
    if (!d)
        return 1;
    finish(d);
    return 0;
}
