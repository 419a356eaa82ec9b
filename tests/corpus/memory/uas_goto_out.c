// A goto leaves the block that a buffer belongs to; the buffer is written afterwards.
// run: use-after-scope
// data-model: both
int main(void) {
    char *p;
    {
        char buf[16];
        p = buf;
        for (int i = 0;; i++) {
            p[i] = 'a';
            if (i == 15)
                goto out;
        }
    }
out:
    p[3] = 'b'; //! use-after-scope
    return 0;
}
