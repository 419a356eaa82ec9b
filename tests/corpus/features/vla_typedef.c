// A typedef of a variable-length array fixes the length where it stands.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int n = 3;
    typedef int row[n];
    n = 7;
    row a;
    row b[2];
    check(sizeof(row) == 12 && sizeof a == 12 && sizeof b == 24);
    typedef row *row_pointer;
    row_pointer p = b;
    p[1][2] = 5;
    check(b[1][2] == 5);
    row_pointer q = p + 1;
    check((char *)q - (char *)p == 12);
    int count = 1;
    typedef char once[++count];          // evaluated once, here
    once x, y;
    check(count == 2 && sizeof x + sizeof y == 4);
    __typeof__(a) copy;
    check(sizeof copy == 12);
    return 0;
}
