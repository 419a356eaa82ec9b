// A directory is opened, read to its end and closed.
// expect: true
// spec: dir:leaks
#include <dirent.h>
#include <stdio.h>

int main(void)
{
    DIR *d = opendir(".");
    if (!d)
        return 0;
    struct dirent *entry;
    int count = 0;
    while ((entry = readdir(d)) && count < 100)
        count++;
    rewinddir(d);
    closedir(d);
    return 0;
}
