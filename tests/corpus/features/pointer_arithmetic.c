// Pointer steps and differences count elements, not bytes.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { int a; char b[8]; };

int main(void) {
    int a[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    int *p = a + 3, *q = &a[8];
    check(*p == 3 && *(p + 2) == 5 && p[-1] == 2 && (p - 3) == a);
    check(q - p == 5 && p - q == -5);
    check((char *)q - (char *)p == 20);
    check(p < q && q > p && p <= p && a + 10 > q);
    check(&a[10] - a == 10);
    check(3[a] == 3 && *(2 + a) == 2 && (-1)[p] == 2);
    struct s v[4], *e = v + 4;
    check(e - v == 4 && (char *)(v + 1) - (char *)v == 12);
    char *c = v[1].b;
    check(c - (char *)v == 16);
    p = q;
    p -= 2;
    check(*p == 6 && *--p == 5);
    unsigned char off = 255;
    check(&a[0] + (unsigned char)(off + 2) == a + 1);
    int sum = 0;
    for (int *r = a; r != a + 10; r++)
        sum += *r;
    check(sum == 45);
    void *vp = a;
    check((int *)(vp + 4) == a + 1);             // GNU: void counts bytes
    check(sizeof(void) == 1);
    int **pp = &p;
    (*pp)++;
    check(*p == 6 && **pp == 6);
    return 0;
}
