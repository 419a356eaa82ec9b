// A member, through a pointer.
// expect: false(level)
// spec: tests/corpus/specs/level.spc
int level;
struct limits {
    int low, high;
} bounds, *limits = &bounds;
extern int read_level(void);

int main(void)
{
    limits->low = read_level() & 127; //! violated
    return 0;
}
