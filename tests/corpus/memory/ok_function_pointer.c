// Function pointers go through void pointers and tables and come back whole.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static op table[3] = {add, sub};

int main(void) {
    int v = 0;
    for (int i = 0; table[i]; i++)
        v = v * 10 + table[i](5, 3);
    check(v == 82);
    void *p = (void *)table[1];
    check(((op)p)(1, 2) == -1);
    check((*table[0])(1, 2) == 3 && (&sub)(9, 1) == 8);
    return 0;
}
