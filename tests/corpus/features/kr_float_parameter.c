// A float argument to an old-style function travels as a double.
// expect: true
// data-model: both
// std: gnu89
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int is_double();
static float third(x) float x; { return x / 4; }
static int (*pointer)() = is_double;

int main() {
    float f = 0.5f;
    check(is_double(f) == 5);
    check((*pointer)(0.25) == 2);
    check(third(f) == 0.125f);
    check(third(8.0) == 2.0f);
    return 0;
}

static int is_double(d) double d; { return (int)(d * 10); }
