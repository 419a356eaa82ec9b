// continue goes to the condition of while and do, and to the step of for.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int i = 0, n = 0;
    while (i++ < 10) {
        if (i % 2)
            continue;
        n += i;
    }
    check(n == 30 && i == 11);
    i = n = 0;
    do {
        if (i == 3)
            continue;                    // still tests i++ < 5
        n++;
    } while (i++ < 5);
    check(i == 6 && n == 5);
    n = 0;
    do n++; while (0);
    check(n == 1);
    do { if (n == 1) continue; n = 50; } while (n++ < 1);
    check(n == 2);
    for (i = 0, n = 0; i < 10; i++) {
        if (i == 4) continue;
        if (i == 7) break;
        n += i;
    }
    check(n == 17 && i == 7);
    for (n = 0;; n++)
        if (n == 6) break;
    check(n == 6);
    for (; n;)
        n--;
    for (;;) { break; }
    while (1) { while (1) break; n = 8; break; }
    check(n == 8);
    for (i = 3; i--;)
        for (int j = 0; j < 5; j++) {
            if (j == 2) break;
            n++;
        }
    check(n == 14 && i == -1);
    return 0;
}
