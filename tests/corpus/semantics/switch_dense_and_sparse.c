// Switches over dense, sparse, negative and 64-bit cases, with the default in the middle.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int dense(int x) {
    switch (x) {
    case 0: return 10;
    case 1: case 2: return 11;
    default: return -1;
    case 3: x += 100;
    case 4: return x;
    }
}
static int sparse(long long x) {
    switch (x) {
    case -9223372036854775807LL - 1: return 1;
    case -1: return 2;
    case 4294967296LL: return 3;
    case 4294967295LL: return 4;
    }
    return 0;
}
static int narrow(unsigned char c) {
    switch (c) {
    case 255: return 1;
    case -1: return 2;
    case 'a' ... 'f': return 3;
    }
    return 4;
}

int main(void) {
    check(dense(0) == 10 && dense(1) == 11 && dense(2) == 11 && dense(3) == 103 && dense(4) == 4);
    check(dense(5) == -1 && dense(-1) == -1);
    check(sparse(-1) == 2 && sparse(4294967295u) == 4 && sparse(4294967296LL) == 3 && sparse(0) == 0);
    check(sparse((long long)0x8000000000000000u) == 1);
    check(narrow(-1) == 1 && narrow('d') == 3 && narrow('g') == 4);
    return 0;
}
