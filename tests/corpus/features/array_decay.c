// An array converts to a pointer except under sizeof, & and in initialisers.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int a[3] = {1, 2, 3};
    int (*pa)[3] = &a;
    check((void *)a == (void *)&a && (void *)&a[0] == (void *)pa);
    check((char *)(&a + 1) - (char *)&a == 12);
    check((char *)(a + 1) - (char *)a == 4);
    check(sizeof a == 12 && sizeof &a == sizeof(void *) && sizeof *&a == 12);
    check(sizeof(a + 0) == sizeof(int *));
    check((*pa)[2] == 3 && pa[0][1] == 2 && **pa == 1);
    check(((int *)(&a + 1))[-1] == 3);
    check(a == &a[0] && !!a);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    check(sizeof m[0] == 12 && sizeof *m == 12 && sizeof **m == 4);
    int (*row)[3] = m;
    check((*++row)[0] == 4);
    int *flat = m[1];
    check(flat[2] == 6);
    check((1 ? a : (int *)0)[1] == 2);
    struct { int v[4]; } s = {{9, 8, 7, 6}}, *p = &s;
    check(*p->v == 9 && sizeof p->v == 16 && p->v[3] == 6);
    return 0;
}
