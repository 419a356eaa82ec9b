// getopt: options by letters, with and without arguments; what is none of them goes behind.
#include <assert.h>
#include <string.h>
#include <unistd.h>

static char found[64];

static void note(int c)
{
    char text[2] = {(char)c, 0};
    strcat(found, text);
    if (optarg) {
        strcat(found, "=");
        strcat(found, optarg);
    }
    strcat(found, ";");
}

static void read_all(int count, char **arguments, const char *wanted)
{
    int c;
    found[0] = 0;
    optind = 0;
    opterr = 0;
    while ((c = getopt(count, arguments, wanted)) != -1)
        note(c);
}

int main(void)
{
    char *mixed[] = {"p", "file", "-ab", "-ovalue", "other", "-o", "next", "-x", "--", "-a", 0};
    read_all(10, mixed, "abo:");
    assert(strcmp(found, "a;b;o=value;o=next;?;") == 0);
    assert(optopt == 'x' && optind == 7);
    assert(strcmp(mixed[7], "file") == 0 && strcmp(mixed[8], "other") == 0 && strcmp(mixed[9], "-a") == 0);

    char *first[] = {"p", "-a", "file", "-b", 0};
    read_all(4, first, "+ab");
    assert(strcmp(found, "a;") == 0 && optind == 2);

    char *in_order[] = {"p", "one", "-a", "-", 0};
    read_all(4, in_order, "-a");
    assert(strcmp(found, "\1=one;a;\1=-;") == 0 && optind == 4);

    char *optional[] = {"p", "-c", "-cx", "-b", 0};
    read_all(4, optional, ":c::b:");
    assert(strcmp(found, "c;c=x;:;") == 0 && optopt == 'b' && optind == 4);
    return 0;
}
