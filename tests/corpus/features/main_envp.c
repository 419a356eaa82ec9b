// main may have a third parameter with the environment.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(int argc, char *argv[], char *envp[]) {
    int n = 0;
    for (char **e = envp; *e; e++)
        n++;
    check(n >= 0 && envp[n] == 0 && argv[argc] == 0);
    return 0;
}
