// A tag, a typedef and an enumerator may mean different things in two files.
extern void abort(void);
struct state { int a, b; };
typedef int word;
enum { LIMIT = 10 };
struct opaque;
struct opaque *open_it(void);
int next(struct opaque *);
int size_in_b(void);

int main(void) {
    struct state s = {1, 2};
    word w = -1;
    struct opaque *o = open_it();
    next(o);
    if (next(o) != 102) abort();
    if (sizeof s != 8 || size_in_b() != 12 + 1 + 99) abort();
    return s.a + w + LIMIT - 10;
}
