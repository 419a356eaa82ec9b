// A sixth step.
// expect: false(level)
// spec: tests/corpus/specs/level.spc
int level;
struct limits {
    int low, high;
} bounds, *limits = &bounds;
extern int read_level(void);

int main(void)
{
    for (int i = 0; i < 6; i++)
        level += 1; //! violated
    return 0;
}
