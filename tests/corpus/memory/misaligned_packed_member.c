// The address of a packed member is used as an ordinary int pointer.
// run: misaligned
// data-model: both
struct __attribute__((packed)) record { char tag; int value; };
static _Alignas(8) struct record r = {1, 2};

static int get(const int *p) {
    return *p; //! misaligned
}

int main(void) {
    int v = r.value;
    void *address = &r.value;
    return v + get(address);
}
