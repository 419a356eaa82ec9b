// Who is at the end of the block has not come through the label there.
// expect: true
// spec: tests/corpus/specs/label.spc
extern int x;

int main(void)
{
    int y = 0;
    if (x < 0) {
        y = 1;
        goto out;
    failed:;
    }
    y = 2;
out:
    return y;
}
