// A wrapper closes one directory twice and another never.
// expect: false(dir)
// esp: unknown
// typestate: false(dir)
// spec: dir:leaks
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static DIR *must_open(const char *path)
{
    DIR *d = opendir(path);
    if (!d)
        exit(1);
    return d;
}

static void done(DIR *d)
{
    if (d)
        closedir(d);
}

int main(void)
{
    DIR *here = must_open(".");
    DIR *above = must_open("..");
    while (readdir(here))
        puts("entry");
    done(here);
    done(here);
    return above == 0;
}
