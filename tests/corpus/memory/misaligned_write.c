// A short is written at an odd address.
// run: misaligned
// data-model: both
static void put(char *p, int v) {
    *(short *)p = (short)v; //! misaligned
}

int main(void) {
    _Alignas(8) char message[16] = {0};
    put(message, 1);
    put(message + 2, 2);
    put(message + 5, 3);
    return message[0];
}
