// __builtin_types_compatible_p compares types without their top qualifiers.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef int number;
struct a { int x; };
struct b { int x; };
enum e { E };

int main(void) {
    check(__builtin_types_compatible_p(int, number));
    check(__builtin_types_compatible_p(int, const int));
    check(!__builtin_types_compatible_p(int *, const int *));
    check(!__builtin_types_compatible_p(int, unsigned));
    check(!__builtin_types_compatible_p(char, signed char));
    check(__builtin_types_compatible_p(int[], int[5]));
    check(!__builtin_types_compatible_p(int[4], int[5]));
    check(!__builtin_types_compatible_p(struct a, struct b));
    check(__builtin_types_compatible_p(long unsigned int, unsigned long));
    check(!__builtin_types_compatible_p(long, long long));
    check(__builtin_types_compatible_p(int (int), int (const int)));
    check(!__builtin_types_compatible_p(int *, int[5]));
    char s[4];
    check(__builtin_types_compatible_p(__typeof__(s), char[4]));
    check(!__builtin_types_compatible_p(__typeof__(s), __typeof__(&s[0])));
    return 0;
}
