// The level is checked before it is assigned, and five steps are taken.
// expect: true
// spec: tests/corpus/specs/level.spc
int level;
struct limits {
    int low, high;
} bounds, *limits = &bounds;
extern int read_level(void);

int main(void)
{
    int next = read_level();
    if (next >= 0 && next < 100)
        level = next;
    for (int i = 0; i < 5; i++)
        level++;
    limits->low = 100;
    limits->high = 101;
    return 0;
}
