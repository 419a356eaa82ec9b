// What is registered for the end runs when main returns.
// expect: false(unreach-call)
void reach_error(void);
int atexit(void (*handler)(void));

static void last(void) {
    reach_error(); //! violated
}

int main(void) {
    atexit(last);
    return 0;
}
