// Inline functions may appear in several files, with one external definition.
extern void abort(void);
static inline int local(int x) { return x + 1; }
inline int shared(int x) { return x * 2; }
extern inline __attribute__((gnu_inline)) int gnu(int x) { return x - 1; }
int from_b(int x);
int (*address_in_b(void))(int);

int main(void) {
    if (local(1) != 2 || shared(5) != 10 || gnu(5) != 4) abort();
    if (from_b(5) != 100 + 10 + 4) abort();
    if (address_in_b() != shared) abort();
    return 0;
}
