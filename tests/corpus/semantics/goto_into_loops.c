// Jumps into loops and past their heads; Duff's device with every remainder.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int copied(int *to, const int *from, int count) {
    int n = (count + 7) / 8, moved = 0;
    if (count == 0)
        return 0;
    switch (count % 8) {
    case 0: do { *to++ = *from++; moved++;
    case 7:      *to++ = *from++; moved++;
    case 6:      *to++ = *from++; moved++;
    case 5:      *to++ = *from++; moved++;
    case 4:      *to++ = *from++; moved++;
    case 3:      *to++ = *from++; moved++;
    case 2:      *to++ = *from++; moved++;
    case 1:      *to++ = *from++; moved++;
            } while (--n > 0);
    }
    return moved;
}

static int enter(int start) {
    int i = start, s = 0;
    if (start & 1)
        goto inside;
    for (i = 0; i < 10; i += 2) {
        s += 100;
inside:
        s += i;
        if (i > 6)
            continue;
        s += 1000;
    }
    return s;
}

static int crossed(int n) {
    int path = 0;
    goto test;
body:
    path = path * 2 + 1;
    while (n > 10) {
        n -= 10;
        if (n == 5)
            goto out;
test:
        path += 3;
    }
    if (--n > 0)
        goto body;
out:
    return path * 100 + n;
}

int main(void) {
    int a[40], b[40];
    for (int i = 0; i < 40; i++)
        a[i] = i * i;
    for (int n = 0; n <= 40; n++) {
        for (int i = 0; i < 40; i++)
            b[i] = -1;
        check(copied(b, a, n) == n);
        for (int i = 0; i < 40; i++)
            check(b[i] == (i < n ? a[i] : -1));
    }
    check(enter(0) == 4520);
    check(enter(1) == 3425);
    check(enter(7) == 116);
    check(enter(9) == 9);
    check(crossed(3) == 1500);
    check(crossed(25) == 605);
    check(crossed(1) == 300);
    int k = 0, t = 0;
    do {
        if (k == 3)
            goto next;
        t += k;
next:;
    } while (++k < 6);
    check(t == 12);
    return 0;
}
