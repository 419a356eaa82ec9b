// MineSweeper, after chapter 5 of N. Charlton, "Cooperatively combining program verifiers"
// (PhD thesis, Imperial College London, 2008). The board (the model) is one block of size * size
// cells; the cells that are shown (the view) are a list with a dummy head, and its nodes are the
// cells of the board themselves. What is to hold is said in annotations, numbered in CONDITIONS.md.
//
// Faults for the tests: -DSKIP_LIST, -DSKIP_EXPOSED, -DOFF_BY_ONE, -DEXPOSE_MARKED;
// -DMARKED_STAYS_HIDDEN asks for what is not so: that no cell is both exposed and marked.
// -DLEAST=n and -DLARGEST=n bound the board, -DMINES=0 leaves mines out, for searches.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

#ifndef LARGEST
// The bytes of a larger board are no number.
#define LARGEST (1 << 28)
#endif
#ifndef LEAST
#define LEAST 1
#endif
enum { least = LEAST, largest = LARGEST };

struct cell {
    int mined;
    int marked;
    int exposed;
    int count;
    struct cell *next;
};

struct event {
    int x;
    int y;
    int button;
};

/*@ predicate within(struct cell *board, int size, struct cell *x) =
        board <= x && x < board + (long)size * size;
    predicate cell(struct cell *board, int size, struct cell *x) =
        \allocated(x) && within(board, size, x);
    predicate table(struct cell *board, int size) =
        \forall long k; 0 <= k && k < (long)size * size ==> \allocated(board + k);
    predicate hidden(struct cell *board, int size) =
        \forall struct cell *x; cell(board, size, x) ==> x->exposed == 0;
    predicate list(struct cell *l) =
        \forall struct cell *x; \reach(l, x, next) && x != \null ==> \allocated(x);
    predicate match(struct cell *board, int size, struct cell *explist) =
        \forall struct cell *x; cell(board, size, x) && x->exposed == 1
            <==> \reach(explist, x, next) && x != explist && x != \null;
    predicate exploded(struct cell *board, int size) =
        \exists struct cell *x; cell(board, size, x) && x->mined == 1 && x->exposed == 1;
*/

// Numbers that the user or chance chooses.

/*@ ensures \result >= 0; */
static int choose_nat(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    return n;
}

/*@ ensures \result >= 1 && \result <= largest; */
static int choose_pos(void)
{
    int n = choose_nat();
    if (n < least || n > largest)
        return least;
    return n;
}

/*@ requires limit >= 1;
    ensures 0 <= \result && \result < limit; */
static int choose_nat_limit(int limit)
{
    int n = choose_nat();
    if (n >= limit)
        return 0;
    return n;
}

// The table.

/*@ requires 0 <= x && x < size;
    requires 0 <= y && y < size;
    requires table(board, size);
    ensures \allocated(\result);
    ensures within(board, size, \result); */
static struct cell *table_lookup(struct cell *board, int size, int x, int y)
{
    long at = (long)y * size;
    at = at + x;
    return board + at;
}

// A cell's neighbours; null beyond the edge.

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \result == \null || \allocated(\result); */
static struct cell *north_neighbour(struct cell *board, int size, int x, int y)
{
    if (y == 0)
        return 0;
    return table_lookup(board, size, x, y - 1);
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \result == \null || \allocated(\result); */
static struct cell *south_neighbour(struct cell *board, int size, int x, int y)
{
    if (y == size - 1)
        return 0;
    return table_lookup(board, size, x, y + 1);
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \result == \null || \allocated(\result); */
static struct cell *west_neighbour(struct cell *board, int size, int x, int y)
{
    if (x == 0)
        return 0;
    return table_lookup(board, size, x - 1, y);
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \result == \null || \allocated(\result); */
static struct cell *east_neighbour(struct cell *board, int size, int x, int y)
{
#ifdef OFF_BY_ONE
    if (x == size)
#else
    if (x == size - 1)
#endif
        return 0;
    return table_lookup(board, size, x + 1, y);
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \result == \null || \allocated(\result); */
static struct cell *north_west_neighbour(struct cell *board, int size, int x, int y)
{
    if (x == 0)
        return 0;
    return north_neighbour(board, size, x - 1, y);
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \result == \null || \allocated(\result); */
static struct cell *north_east_neighbour(struct cell *board, int size, int x, int y)
{
    if (x == size - 1)
        return 0;
    return north_neighbour(board, size, x + 1, y);
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \result == \null || \allocated(\result); */
static struct cell *south_west_neighbour(struct cell *board, int size, int x, int y)
{
    if (x == 0)
        return 0;
    return south_neighbour(board, size, x - 1, y);
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \result == \null || \allocated(\result); */
static struct cell *south_east_neighbour(struct cell *board, int size, int x, int y)
{
    if (x == size - 1)
        return 0;
    return south_neighbour(board, size, x + 1, y);
}

/*@ ensures 0 <= \result && \result <= 1; */
static int is_mined(struct cell *c)
{
    return c != 0 && c->mined == 1;
}

static int is_zero(struct cell *c)
{
    return c != 0 && c->exposed == 1 && c->mined == 0 && c->count == 0;
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures 0 <= \result && \result <= 8; */
static int adj_count(struct cell *board, int size, int x, int y)
{
    int n = is_mined(north_neighbour(board, size, x, y));
    n = n + is_mined(south_neighbour(board, size, x, y));
    n = n + is_mined(west_neighbour(board, size, x, y));
    n = n + is_mined(east_neighbour(board, size, x, y));
    n = n + is_mined(north_west_neighbour(board, size, x, y));
    n = n + is_mined(north_east_neighbour(board, size, x, y));
    n = n + is_mined(south_west_neighbour(board, size, x, y));
    n = n + is_mined(south_east_neighbour(board, size, x, y));
    return n;
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size); */
static int has_zero_neighbour(struct cell *board, int size, int x, int y)
{
    return is_zero(north_neighbour(board, size, x, y))
        || is_zero(south_neighbour(board, size, x, y))
        || is_zero(west_neighbour(board, size, x, y))
        || is_zero(east_neighbour(board, size, x, y))
        || is_zero(north_west_neighbour(board, size, x, y))
        || is_zero(north_east_neighbour(board, size, x, y))
        || is_zero(south_west_neighbour(board, size, x, y))
        || is_zero(south_east_neighbour(board, size, x, y));
}

/*@ requires size >= 1 && table(board, size);
    requires hidden(board, size);
    ensures hidden(board, size); */
static void set_adj_counts(struct cell *board, int size)
{
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            struct cell *c = table_lookup(board, size, x, y);
            c->count = adj_count(board, size, x, y);
        }
    }
}

/*@ requires size >= 1 && table(board, size);
    requires hidden(board, size);
    ensures hidden(board, size); */
static void board_laymines(struct cell *board, int size)
{
    while (__VERIFIER_nondet_int()) {
        int x = choose_nat_limit(size);
        int y = choose_nat_limit(size);
        struct cell *c = table_lookup(board, size, x, y);
        c->mined = 1;
    }
}

/*@ requires size >= 1 && size <= largest;
    ensures table(\result, size);
    ensures hidden(\result, size);
    ensures \result != \null; */
static struct cell *board_init(int size)
{
    long n = (long)size * size;
    struct cell *board = malloc(n * sizeof(struct cell));
    //@ assert table(board, size);
    struct cell *c = board;
    for (long k = 0; k < n; k++) {
        //@ assert c == board + k;
        //@ assert \forall struct cell *x; cell(board, size, x) && x < c ==> x->exposed == 0;
        c->mined = 0;
        c->marked = 0;
        c->exposed = 0;
        c->count = 0;
        c->next = 0;
        c = c + 1;
    }
#ifndef MINES
    board_laymines(board, size);
#endif
    set_adj_counts(board, size);
    return board;
}

// The list.

/*@ requires \allocated(newelem) && newelem->next == \null;
    requires !\reach(explist, newelem, next);
    requires \reach(explist, \null, next) && explist != \null;
    requires list(explist);
    ensures \forall struct cell *x; \reach(explist, x, next) <==> \old(\reach(explist, x, next)) || x == newelem;
    ensures \reach(explist, \null, next);
    ensures \forall struct cell *x; \allocated(x) ==> x->exposed == \old(x->exposed);
    ensures \forall struct cell *x; \allocated(x) ==> x->mined == \old(x->mined); */
static void list_add_sub(struct cell *explist, struct cell *newelem)
{
    struct cell *curr = explist;
    while (curr->next != 0) {
        curr = curr->next;
        //@ assert \reach(explist, curr, next) && curr != \null;
    }
    curr->next = newelem;
}

/*@ requires \allocated(newelemx);
    requires !\reach(explist, newelemx, next);
    requires \reach(explist, \null, next) && explist != \null;
    requires list(explist);
    ensures \forall struct cell *x; \allocated(x) <==> \old(\allocated(x));
    ensures \forall struct cell *x; \reach(explist, x, next) <==> \old(\reach(explist, x, next)) || x == newelemx;
    ensures \reach(explist, \null, next);
    ensures \forall struct cell *x; \allocated(x) ==> x->exposed == \old(x->exposed);
    ensures \forall struct cell *x; \allocated(x) ==> x->mined == \old(x->mined); */
static void list_add(struct cell *explist, struct cell *newelemx)
{
    struct cell *newelem = newelemx;
    newelem->next = 0;
    list_add_sub(explist, newelem);
}

// Events.

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    ensures \forall struct cell *x; \allocated(x) ==> x->exposed == \old(x->exposed);
    ensures \forall struct cell *x; \allocated(x) ==> x->mined == \old(x->mined); */
static void handle_right_click(struct cell *board, int size, int x, int y, int gameover)
{
    if (gameover == 1)
        return;
    struct cell *c = table_lookup(board, size, x, y);
    if (c->exposed == 1)
        return;
    if (c->marked == 1)
        c->marked = 0;
    else
        c->marked = 1;
}

/*@ requires size >= 1 && table(board, size);
    requires \allocated(explist) && !within(board, size, explist);
    requires \reach(explist, \null, next);
    requires match(board, size, explist);
    ensures \reach(explist, \null, next);
    ensures match(board, size, explist);
    ensures \forall struct cell *x; \allocated(x) ==> x->mined == \old(x->mined);
    ensures \forall struct cell *x; cell(board, size, x) && x->mined == 1 ==> x->exposed == \old(x->exposed); */
static void clear_spaces(struct cell *board, int size, struct cell *explist)
{
    int changed = 0;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            struct cell *c = table_lookup(board, size, x, y);
            if (c->exposed != 1 && c->mined != 1 && has_zero_neighbour(board, size, x, y)) {
                c->exposed = 1;
                list_add(explist, c);
                changed = 1;
            }
        }
    }
    if (changed)
        clear_spaces(board, size, explist);
}

/*@ requires 0 <= x && x < size && 0 <= y && y < size && table(board, size);
    requires \allocated(explist) && !within(board, size, explist);
    requires \reach(explist, \null, next);
    requires match(board, size, explist);
    requires gameover == 1 <==> exploded(board, size);
    ensures \reach(explist, \null, next);
    ensures match(board, size, explist);
    ensures \result == 1 <==> exploded(board, size);
    ensures \old(gameover) == 1 ==> \result == 1; */
static int handle_left_click(struct cell *board, int size, struct cell *explist, int x, int y, int gameover)
{
    if (gameover == 1)
        return 1;
    struct cell *c = table_lookup(board, size, x, y);
#ifndef EXPOSE_MARKED
    if (c->marked == 1)
        return 0;
#endif
    if (c->exposed == 1)
        return 0;
#ifdef EXPOSE_MARKED
    //@ assert c->marked != 1;
#endif
#ifndef SKIP_EXPOSED
    c->exposed = 1;
#endif
#ifndef SKIP_LIST
    list_add(explist, c);
#endif
    if (c->mined == 1)
        return 1;
    clear_spaces(board, size, explist);
    return 0;
}

/*@ requires size >= 1 && \allocated(event);
    ensures 0 <= event->x && event->x < size;
    ensures 0 <= event->y && event->y < size; */
static void get_event(int size, struct event *event)
{
    event->x = choose_nat_limit(size);
    event->y = choose_nat_limit(size);
    event->button = __VERIFIER_nondet_int();
}

int main(void)
{
    struct event event;
    int size = choose_pos();
    struct cell *board = board_init(size);
    struct cell *explist = malloc(sizeof(struct cell));
    explist->mined = 0;
    explist->marked = 0;
    explist->exposed = 0;
    explist->count = 0;
    explist->next = 0;
    int gameover = 0;
    while (__VERIFIER_nondet_int()) {
        //@ assert gameover == 1 <==> exploded(board, size);
        //@ assert match(board, size, explist);
#ifdef MARKED_STAYS_HIDDEN
        //@ assert !(\exists struct cell *x; cell(board, size, x) && x->exposed == 1 && x->marked == 1);
#endif
        get_event(size, &event);
        if (event.button == 1)
            handle_right_click(board, size, event.x, event.y, gameover);
        else
            gameover = handle_left_click(board, size, explist, event.x, event.y, gameover);
    }
    return 0;
}
