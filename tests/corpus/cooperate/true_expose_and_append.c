// HECTOR's T6 and T7 together: cells of a table of any size are exposed and appended to a list.
// expect: true
// property: assert
// options: --malloc succeeds --overflow error
// both: quantified+shapes:all
// Why: what is in the list was exposed before, so a hidden cell is not in it.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
struct cell { struct cell *next; int exposed; };
/*@ predicate cell(struct cell *board, long n, struct cell *x) =
        \allocated(x) && board <= x && x < board + n;
    predicate match(struct cell *board, long n, struct cell *list) =
        \forall struct cell *x; cell(board, n, x) && x->exposed == 1
            <==> \reach(list, x, next) && x != list && x != \null;
*/
/*@ requires \allocated(l) && \allocated(e) && l != e;
    requires !\reach(l, e, next) && e->next == \null && \reach(l, \null, next);
    ensures \forall struct cell *x; \allocated(x) <==> \old(\allocated(x));
    ensures \forall struct cell *x; \reach(l, x, next) <==> \old(\reach(l, x, next)) || x == e;
    ensures \reach(l, \null, next);
    ensures \forall struct cell *x; \allocated(x) ==> x->exposed == \old(x->exposed);
*/
static void append(struct cell *l, struct cell *e)
{
    struct cell *c = l;
    while (c->next != 0)
        c = c->next;
    c->next = e;
}
int main(void)
{
    long n = __VERIFIER_nondet_int();
    if (n < 1) return 0;
    struct cell *board = malloc(n * sizeof(struct cell));
    //@ assert \forall long k; 0 <= k && k < n ==> \allocated(board + k);
    long k = 0;
    struct cell *c = board;
    while (k < n) {
        //@ assert 0 <= k && c == board + k;
        //@ assert \forall struct cell *x; cell(board, n, x) && x < c ==> x->exposed == 0;
        c->exposed = 0;
        c = c + 1;
        k = k + 1;
    }
    //@ assert \forall struct cell *x; cell(board, n, x) ==> x->exposed == 0;
    struct cell *list = malloc(sizeof(struct cell));
    list->next = 0;
    while (__VERIFIER_nondet_int()) {
        //@ assert match(board, n, list);
        long i = __VERIFIER_nondet_int();
        if (i < 0 || i >= n) continue;
        struct cell *e = board + i;
        //@ assert cell(board, n, e);
        if (e->exposed == 1) continue;
        e->exposed = 1;
        e->next = 0;
        append(list, e);
    }
    return 0;
}
