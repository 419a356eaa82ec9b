// main receives argc arguments and a null pointer after them.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(int argc, char **argv) {
    check(argc >= 1);
    check(argv[argc] == 0);
    check(argv[0] != 0);
    int n = 0;
    while (argv[n])
        n++;
    check(n == argc);
    argc = 100;                       // an ordinary variable
    check(argc == 100);
    return 0;
}
