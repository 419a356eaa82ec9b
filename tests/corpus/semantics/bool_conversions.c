// Everything that is not zero becomes one, once, and only then.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct flags { _Bool a : 1; unsigned b : 3; _Bool c; };
static _Bool truth(double d) { return d; }
static _Bool of_pointer(const void *p) { return p; }
static int taken(_Bool b) { return b + 41; }

int main(void) {
    _Bool b = 256;
    check(b == 1 && sizeof b == 1 && (unsigned char)256 == 0);
    b = 0.001f;
    check(b == 1);
    b = 1e-320;
    check(b == 1 && truth(-0.0) == 0 && truth(0.0 / 1) == 0);
    check(truth(__builtin_nan("")) == 1 && (int)0.5 == 0 && (_Bool)0.5 == 1);
    b = 1ull << 40;
    check(b && !(int)(1ull << 40));
    check(of_pointer(&b) == 1 && of_pointer(0) == 0 && taken(300) == 42 && taken(0) == 41);
    b = 1;
    b++;
    check(b == 1);
    b--;
    check(b == 0);
    b--;
    check(b == 1);
    b += 5;
    check(b == 1);
    b -= 1;
    check(b == 0);
    b |= 6;
    check(b == 1);
    b &= 2;
    check(b == 0);
    b = 1;
    b <<= 4;
    check(b == 1);
    b >>= 1;
    check(b == 0);
    b ^= 2;
    check(b == 1);
    b *= 0.25;
    check(b == 1);
    b /= 2;
    check(b == 0);
    check(b-- == 0 && b == 1 && b++ == 1 && ~b == -2 && -b == -1);
    struct flags f = {2, 9, 4};
    check(f.a == 1 && f.b == 1 && f.c == 1);
    f.a = f.b = 8;
    check(f.b == 0 && f.a == 0);
    f.a = 8;
    f.c = 0.1;
    check(f.a == 1 && f.c == 1);
    f.a += 1;
    check(f.a == 1);
    _Bool many[3] = {3, [2] = "x"};
    check(many[0] == 1 && many[1] == 0 && many[2] == 1);
    check((_Bool)2 + (_Bool)3 == 2 && ((_Bool)2 == (_Bool)3) == 1);
    check(_Generic(b + 0, int: 1, default: 0) && _Generic(b, _Bool: 1, default: 0) && _Generic(b == 1, int: 1, default: 0));
    return 0;
}
