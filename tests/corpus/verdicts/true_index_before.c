// The offset of a field in an element before: a multiple of twelve, less four.
// expect: true
// property: unreach-call
// data-model: both
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);

static struct triple {
    int a, b, c;
} list[5];

int main(void) {
    int i = __VERIFIER_nondet_uchar();
    if (i < 1 || i > 5)
        return 0;
    list[2].c = 7;
    int value = list[i - 1].c;
    if ((i == 3) != (value == 7))
        reach_error();
    return 0;
}
