// Differences and order of pointers into arrays of odd element sizes.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct three { char c[3]; };
struct odd { int a; char b[5]; short c; };

int main(void) {
    struct three t[7];
    struct three *a = t + 1, *b = &t[6];
    check(b - a == 5 && a - b == -5 && (char *)b - (char *)a == 15 && a < b && b >= a && !(a > b));
    struct odd o[5], *p = o;
    check(sizeof(struct odd) == 12 && &o[4] - o == 4 && (char *)&o[4].c - (char *)o == 58);
    check((p += 3) - o == 3 && p-- - o == 3 && p - o == 2 && --p - o == 1 && &p[-1] == o);
    int m[3][4];
    check(m[2] - m[0] == 8 && &m[2] - &m[0] == 2 && &m[1][3] - &m[0][1] == 6 && (char *)(m + 1) - (char *)m == 4 * (int)sizeof(int));
    check(*(m + 1) == m[1] && *m + 5 == &m[1][1] && m[1] - 1 == &m[0][3]);
    int (*row)[4] = m + 2;
    check(row - m == 2 && (*row - *m) == 8 && row[-1] + 1 == &m[1][1] && (void *)row == (void *)&m[2][0]);
    int n = 3;
    int vla[n][n + 2];
    check(&vla[2] - &vla[0] == 2 && vla[2] - vla[1] == 5 && (char *)vla[1] - (char *)vla[0] == 5 * (int)sizeof(int));
    long long w[4], *q = w + 4;
    check(q - w == 4 && &q[-3] - w == 1);
    unsigned char k = 2;
    check(q - k == w + 2 && w + k - 1 == w + 1 && &w[k] - w == 2 && k + w == &w[2]);
    short neg = -2;
    check(q + neg == w + 2 && &q[neg] - w == 2);
    const void *v = w;
    check((const char *)v + 8 == (char *)(w + 1) && v <= (void *)w && v + 8 == w + 1);
    check((unsigned long)(w + 1) - (unsigned long)w == 8 && (__UINTPTR_TYPE__)&o[1].b[2] - (__UINTPTR_TYPE__)&o[0] == 18);
    check(sizeof(q - w) == sizeof(long) && sizeof(sizeof q) == sizeof(long));
    const char *s = "subtract";
    const char *e = s;
    while (*e)
        e++;
    check(e - s == 8 && e[-1] == 't' && (e - 3)[1] == 'c');
    int *null = 0;
    check(null - (int *)0 == 0 && null + 0 == 0 && !(null > (int *)0));
    return 0;
}
