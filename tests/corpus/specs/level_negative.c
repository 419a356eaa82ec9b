// What a call gives is assigned to it at once.
// expect: false(level)
// spec: tests/corpus/specs/level.spc
int level;
struct limits {
    int low, high;
} bounds, *limits = &bounds;
extern int read_level(void);

int main(void)
{
    level = read_level(); //! violated
    return 0;
}
