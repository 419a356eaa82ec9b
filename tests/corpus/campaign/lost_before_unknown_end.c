// A function that does not return ends the program: what is lost by then is lost.
// expect: false(valid-memtrack)
// property: valid-memtrack
// test-case: no
extern void *malloc(unsigned long);
extern _Noreturn void stop(void);

int main(void) {
    char *p = malloc(1);
    p = 0;
    stop();
}
