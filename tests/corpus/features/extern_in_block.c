// An extern declaration in a block refers to the file-scope object.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int value = 3;
static int inner = 40;

static int read_past_local(void) {
    int value = 100;
    {
        extern int value;
        check(value == 3);
    }
    return value;
}
static int use(void) {
    extern int defined_later;
    extern int later(int);
    int prototype_in_block(void);
    return defined_later + later(1) + prototype_in_block();
}
static int internal(void) {
    extern int inner;                 // keeps internal linkage
    return inner++;
}

int defined_later = 7;
int later(int x) { return x + 1; }
int prototype_in_block(void) { return 90; }

int main(void) {
    check(read_past_local() == 100);
    check(use() == 99);
    check(internal() == 40 && inner == 41);
    return 0;
}
