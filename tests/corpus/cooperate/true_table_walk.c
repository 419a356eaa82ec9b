// MineSweeper's table: its cells are cleared by a pointer that walks, and found by row and column.
// expect: true
// property: assert
// options: --malloc succeeds --overflow error
// proved-by: quantified
// Why: what the walk has passed is cleared, and a cell of row and column lies in the table.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
struct cell { int mined; int shown; struct cell *next; };
struct event { int x; int y; };

/*@ predicate table(struct cell *t, int n) =
        \forall long k; 0 <= k && k < (long)n * n ==> \allocated(t + k);
    predicate hidden(struct cell *t, int n) =
        \forall struct cell *x; \allocated(x) && t <= x && x < t + (long)n * n ==> x->shown == 0; */

/*@ requires limit >= 1;
    ensures 0 <= \result && \result < limit; */
static int choose(int limit)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n >= limit)
        return 0;
    return n;
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \allocated(\result) && board <= \result && \result < board + (long)size * size; */
static struct cell *lookup(struct cell *board, int size, int x, int y)
{
    long at = (long)y * size;
    at = at + x;
    return board + at;
}

/*@ requires 1 <= size && size <= 1 << 28;
    ensures table(\result, size) && hidden(\result, size); */
static struct cell *init(int size)
{
    long n = (long)size * size;
    struct cell *board = malloc(n * sizeof(struct cell));
    //@ assert table(board, size);
    struct cell *c = board;
    for (long k = 0; k < n; k++) {
        //@ assert c == board + k;
        //@ assert \forall struct cell *x; \allocated(x) && board <= x && x < c ==> x->shown == 0;
        c->mined = 0;
        c->shown = 0;
        c->next = 0;
        c = c + 1;
    }
    return board;
}

/*@ requires size >= 1 && \allocated(event);
    ensures 0 <= event->x && event->x < size && 0 <= event->y && event->y < size; */
static void get_event(int size, struct event *event)
{
    event->x = choose(size);
    event->y = choose(size);
}

int main(void)
{
    struct event event;
    int size = choose(1 << 28) + 1;
    struct cell *board = init(size);
    while (__VERIFIER_nondet_int()) {
        get_event(size, &event);
        struct cell *c = lookup(board, size, event.x, event.y);
        c->mined = 1;
        //@ assert hidden(board, size);
    }
    return 0;
}
