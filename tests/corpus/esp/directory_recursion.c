// Each level of a recursion has a directory of its own.
// expect: true
// esp: true
// spec: dir:leaks
#include <dirent.h>

extern int is_folder(struct dirent *);

static void walk(const char *path, int depth)
{
    DIR *d = opendir(path);
    if (!d)
        return;
    struct dirent *entry;
    while ((entry = readdir(d)))
        if (depth && is_folder(entry))
            walk(entry->d_name, depth - 1);
    closedir(d);
}

int main(void)
{
    walk(".", 3);
    return 0;
}
