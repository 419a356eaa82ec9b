// A struct with an int member is laid over an unaligned part of a buffer.
// run: misaligned
// data-model: both
struct header { int length; int kind; };
static _Alignas(8) unsigned char buffer[32];

static int kind_of(const void *p) {
    const struct header *h = p;
    return h->kind; //! misaligned
}

int main(void) {
    int s = kind_of(buffer);
    s += kind_of(buffer + 8);
    return s + kind_of(buffer + 3);
}
