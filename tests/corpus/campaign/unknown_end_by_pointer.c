// The end of the program is behind a pointer.
// expect: false(valid-memcleanup)
// property: valid-memcleanup
// test-case: no
extern void *malloc(unsigned long);
extern void free(void *);
extern _Noreturn void stop(void);

int main(void) {
    void (*end)(void) = stop;
    char *p = malloc(1);
    if (!p)
        return 0;
    end();
    free(p);
    return 0;
}
