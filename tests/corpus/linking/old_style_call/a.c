// Calls without a prototype reach definitions in another file.
extern void abort(void);
int add();
double half();
int first_char();

int main() {
    char c = 3;
    short s = 4;
    float f = 2.5f;
    if (add(c, s) != 7) abort();
    if (half(f) != 1.25) abort();
    if (first_char("xyz") != 'x') abort();
    if (never_declared(6, 7) != 42) abort();      /* implicitly int */
    return 0;
}
