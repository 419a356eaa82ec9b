// Sequence points at full expressions, calls and && order the side effects.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int log_;
static int note(int x) { log_ = log_ * 10 + x; return x; }
static int pair(int a, int b) { return note(a + b); }

int main(void) {
    int r = note(1) && note(2) && note(3);
    check(r == 1 && log_ == 123);
    log_ = 0;
    note(4);
    pair(note(1), 1);                    // arguments before the body
    check(log_ == 412);
    log_ = 0;
    for (int i = note(1); note(2) && i < 2; note(3), i++)
        note(5);
    check(log_ == 12532);
    log_ = 0;
    int a = note(1), b = note(a + 1), c = a + b;     // each declarator in turn
    check(log_ == 12 && c == 3);
    log_ = 0;
    int i = 0, v[3] = {0};
    v[i] = 7, i++, v[i] = 8;
    check(v[0] == 7 && v[1] == 8);
    switch (note(6)) { case 6: note(7); }
    check(log_ == 67);
    return 0;
}
