// Searching ends with success before the directory is closed.
// expect: false(dir)
// spec: dir:leaks
#include <dirent.h>

static int has_hidden(const char *path)
{
    DIR *d = opendir(path);
    if (!d)
        return 0;
    struct dirent *entry;
    while ((entry = readdir(d)))
        if (entry->d_name[0] == '.')
            return 1;
    closedir(d);
    return 0;
}

int main(void)
{
    has_hidden(".");
    return 0; //! violated
}
