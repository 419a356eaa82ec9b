// Pointers into outer blocks are used in inner ones, and reset before their target ends.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int add(int *to, const int *from) { return *to += *from; }

int main(void) {
    int total = 0;
    int *p = &total;
    for (int i = 0; i < 3; i++) {
        int x = i + 1;
        int *q = &x;
        {
            int y = 10;
            add(q, &y);
        }
        add(p, q);
        q = p;
        add(q, &i);
    }
    check(total == 39);
    return 0;
}
