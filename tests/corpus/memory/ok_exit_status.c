// exit ends the program from within a call, before the error that would follow.
// run: ok
// data-model: both
// exit-status: 3
void exit(int);

static void finish(int *p) {
    if (!p)
        exit(3);
    *p = 1;
}

int main(void) {
    int x;
    finish(&x);
    finish(0);
    return *(int *)0;
}
