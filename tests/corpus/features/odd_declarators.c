// Declarators of pointers, arrays and functions nest from the inside out.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int n = 5;
static int *ptr = &n, **pp = &ptr, arr[3] = {1, 2, 3}, (*pa)[3] = &arr, *ap[2] = {arr, &n};
static int f(int x) { return x + n; }
static int (*fp)(int) = f, (*fa[2])(int) = {f, f}, (*(*pfa)[2])(int) = &fa;
static int (*get_row(void))[3] { return &arr; }
static int (((paren))) = 6, *(*(deep)) = &ptr;
static char (*(*rows)[2])[4];
static char block[2][4] = {"abc", "xyz"};
static char (*two[2])[4] = {&block[1], &block[0]};
static int const volatile unsigned long mixed = 8, *const cp = &mixed;
static int g(int (), int *(int[]), int (*[])(int));
int static long reversed = 3;

int main(void) {
    check(**pp == 5 && (*pa)[1] == 2 && ap[0][2] == 3 && *ap[1] == 5);
    check(fp(1) == 6 && fa[1](2) == 7 && (*pfa)[0](3) == 8);
    check((*get_row())[2] == 3 && sizeof *get_row() == 12);
    check(paren == 6 && **deep == 5);
    rows = &two;
    check((*(*rows)[0])[0] == 'x' && (**rows)[0][2] == 'z');
    check(*cp == 8 && reversed == 3);
    check(sizeof(int *(*)[7]) == sizeof(void *) && sizeof(int *[7]) == 7 * sizeof(void *));
    check(sizeof(char (*)[9]) == sizeof(void *) && sizeof(char (*(*)(void))[9]) == sizeof(void *));
    return 0;
}
