// One of the functions behind a pointer closes, and so does the caller.
// expect: false(dir)
// esp: unknown
// typestate: false(dir)
// spec: dir
#include <dirent.h>

extern int option(void);

static void keep(DIR *d)
{
    readdir(d);
}

static void finish(DIR *d)
{
    closedir(d);
}

int main(void)
{
    void (*work)(DIR *) = option() ? keep : finish;
    DIR *d = opendir(".");
    if (!d)
        return 1;
    work(d);
    closedir(d);
    return 0;
}
