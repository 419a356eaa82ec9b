// A pointer leaves an inner array but stays in its object: only the whole object's bounds count.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct rec { int head[2]; int tail[2]; };

int main(void) {
    struct rec r = {{1, 2}, {3, 4}};
    int *p = r.head;
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += p[i];
    check(s == 10);
    unsigned char *bytes = (unsigned char *)&r;
    for (unsigned i = 0; i < sizeof r; i++)
        bytes[i] = 0;
    check(r.tail[1] == 0);
    int *q = r.tail;
    q[-1] = 6;
    check(r.head[1] == 6);
    return 0;
}
