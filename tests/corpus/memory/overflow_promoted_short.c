// Two unsigned shorts are multiplied as ints, and the product is no int.
// run: signed-overflow
// data-model: both
static unsigned product(unsigned short a, unsigned short b) {
    return a * b; //! signed-overflow
}

int main(void) {
    unsigned v = product(65535, 32768);
    v = product(65535, 65535);
    return v == 0;
}
