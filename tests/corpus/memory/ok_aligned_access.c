// Wide accesses into a byte buffer at aligned offsets; unaligned ones by memcpy.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    _Alignas(8) unsigned char buf[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    check(*(unsigned *)buf == 0x04030201u);
    check(*(unsigned *)(buf + 4) == 0x08070605u);
    check(*(unsigned short *)(buf + 2) == 0x0403);
    check(*(unsigned long long *)buf == 0x0807060504030201ULL);
    unsigned v;
    memcpy(&v, buf + 3, sizeof v);
    check(v == 0x07060504u);
    memcpy(buf + 1, &v, sizeof v);
    check(buf[1] == 4 && buf[4] == 7 && buf[5] == 6);
    return 0;
}
