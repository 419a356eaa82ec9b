// All directories of an array are closed.
// expect: true
// esp: unknown
// typestate: true
// spec: dir:leaks
#include <dirent.h>

int main(void)
{
    DIR *open[2];
    for (int i = 0; i < 2; i++)
        open[i] = opendir(i ? ".." : ".");
    for (int i = 0; i < 2; i++)
        if (open[i])
            closedir(open[i]);
    return 0;
}
