// An error function that is called through a pointer.
// expect: false(unreach-call)
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);

static void nothing(void) {
}

static void (*const table[2])(void) = {nothing, reach_error};

int main(void) {
    table[__VERIFIER_nondet_uchar() & 1](); //! violated
    return 0;
}
