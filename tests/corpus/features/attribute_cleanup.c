// A cleanup function runs when its variable goes out of scope.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int log_value;
static void record(int *p) { log_value = log_value * 10 + *p; }

static int early(int stop) {
    __attribute__((cleanup(record))) int a = 1;
    if (stop)
        return a + 5;                        // the value first, then the cleanup
    int b __attribute__((cleanup(record))) = 2;
    return b + 5;
}

int main(void) {
    {
        int x __attribute__((cleanup(record))) = 7;
        int y __attribute__((cleanup(record))) = 8;
    }
    check(log_value == 87);                  // in reverse order
    log_value = 0;
    check(early(1) == 6 && log_value == 1);
    log_value = 0;
    check(early(0) == 7 && log_value == 21);
    log_value = 0;
    for (int i = 1; i < 4; i++) {
        int z __attribute__((cleanup(record))) = i;
        if (i == 2)
            continue;
        z = 9;
    }
    check(log_value == 929);
    return 0;
}
