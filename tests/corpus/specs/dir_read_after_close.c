// A directory is closed where reading fails, and read on.
// expect: false(dir)
// spec: dir
#include <dirent.h>

int main(void)
{
    DIR *d = opendir(".");
    if (!d)
        return 1;
    for (int i = 0; i < 2; i++) {
        if (!readdir(d)) //! violated
            closedir(d);
    }
    return 0;
}
