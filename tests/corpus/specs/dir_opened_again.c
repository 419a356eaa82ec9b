// A directory is closed, and another is opened in its place.
// expect: true
// spec: dir:leaks
#include <dirent.h>

int main(void)
{
    DIR *d = opendir(".");
    if (!d)
        return 1;
    long start = telldir(d);
    readdir(d);
    seekdir(d, start);
    closedir(d);
    d = opendir("..");
    if (!d)
        return 1;
    readdir(d);
    closedir(d);
    return 0;
}
