// calloc's memory is zero, also where pointers and floats are read from it.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *calloc(size_t, size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct rec { int n; void *p; double d; char c[3]; };

int main(void) {
    struct rec *r = calloc(3, sizeof *r);
    for (int i = 0; i < 3; i++)
        check(r[i].n == 0 && r[i].p == 0 && r[i].d == 0.0 && r[i].c[2] == 0);
    r[2].c[2] = 1;
    check(r[2].c[2] == 1);
    free(r);
    return 0;
}
