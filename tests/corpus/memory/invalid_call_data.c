// A call through the address of a variable.
// run: invalid-call
// data-model: both
typedef void (*function)(void);
static int data = 5;
static void nothing(void) {}

static void call(void *p) {
    ((function)p)(); //! invalid-call
}

int main(void) {
    call((void *)nothing);
    call(&data);
    return 0;
}
