// Nobody asks whether the directory could be opened.
// expect: false(dir)
// spec: dir
#include <dirent.h>

int main(void)
{
    DIR *d = opendir("absent");
    int found = readdir(d) != 0; //! violated
    closedir(d);
    return found;
}
