// A level of a recursion returns early and leaves its directory open.
// expect: false(dir)
// esp: unknown
// spec: dir:leaks
#include <dirent.h>

extern int is_folder(struct dirent *);

static int find(const char *path, int depth)
{
    DIR *d = opendir(path);
    if (!d)
        return 0;
    struct dirent *entry;
    while ((entry = readdir(d)))
        if (depth && is_folder(entry) && find(entry->d_name, depth - 1))
            return 1;
    closedir(d);
    return entry == 0 && depth == 0;
}

int main(void)
{
    find(".", 3);
    return 0;
}
