// A struct may point to its own type to form a linked list.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct node { int value; struct node *next; };

static struct node *reverse(struct node *list) {
    struct node *done = 0;
    while (list) {
        struct node *rest = list->next;
        list->next = done;
        done = list;
        list = rest;
    }
    return done;
}

int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    struct node *r = reverse(&a);
    check(r == &c && r->next->next->value == 1 && a.next == 0);
    int number = 0;
    for (struct node *p = r; p; p = p->next)
        number = number * 10 + p->value;
    check(number == 321);
    struct node loop = {7, &loop};           // in scope in its own initialiser
    check(loop.next->next->next->value == 7);
    return 0;
}
