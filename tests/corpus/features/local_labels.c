// __label__ declares a label that belongs to its block.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int find(const int *a, int n, int x) {
    int at = ({
        __label__ found;
        int i;
        for (i = 0; i < n; i++)
            if (a[i] == x)
                goto found;
        i = -1;
    found:
        i;
    });
    return at;
}

int main(void) {
    int a[] = {4, 5, 6}, count = 0;
    check(find(a, 3, 5) == 1 && find(a, 3, 7) == -1);
    {
        __label__ out, again;
    again:
        if (++count < 3) goto again;
        goto out;
        count = 100;
    out:;
    }
    {
        __label__ out;
        goto out;
        count = 200;
    out:
        count++;
    }
    check(count == 4);
    goto out;
    check(0);
out:
    return 0;
}
