// Enumerators count up from the previous value and may repeat or go down.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum e { A, B, C = 10, D, E = -3, F, G = B, H = C + D, I = 'a', J = sizeof(int), };
enum { ANON = 1 << 4, MASK = ANON - 1 };

int main(void) {
    check(A == 0 && B == 1 && C == 10 && D == 11);
    check(E == -3 && F == -2 && G == 1 && H == 21 && I == 97 && J == 4);
    check(ANON == 16 && MASK == 15);
    check(_Generic(A, int: 1, default: 0));        // enumerators are int
    enum e v = F;
    check(v < 0 && v == -2);
    int table[H] = {[D] = 5};
    check(table[11] == 5 && sizeof table == 21 * sizeof(int));
    enum inner { A = 7, B };                        // shadows in this block
    check(A == 7 && B == 8);
    switch (v) {
    case E: check(0); break;
    case F: break;
    default: check(0);
    }
    return 0;
}
