// Function pointers in tables, compared, passed, returned and found by name.
// run: ok
// data-model: both
int strcmp(const char *, const char *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef double (*unary)(double);
static double half(double x) { return x / 2; }
static double neg(double x) { return -x; }
static double twice(unary f, double x) { return f(f(x)); }
static const struct { const char *name; unary f; } table[] = {{"half", half}, {"neg", neg}, {0, 0}};

static unary find(const char *name) {
    for (int i = 0; table[i].name; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].f;
    return 0;
}
static unary other(unary f) { return f == half ? neg : f == neg ? half : 0; }

int main(void) {
    check(find("half") == half && find("neg") != half && find("none") == 0);
    check(twice(find("half"), 10) == 2.5 && twice(neg, 3) == 3);
    check(other(half)(4) == -4 && other(other(half)) == half && !other(0));
    unary local[2] = {half};
    check(local[0] && !local[1] && local[0] == &half && *local[0] == half);
    local[1] = local[0](1) > 0 ? neg : half;
    check((**local[1])(2) == -2);
    return 0;
}
