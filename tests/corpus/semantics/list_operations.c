// A singly linked list: push, append, reverse, remove, merge sort, free.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct node { int v; struct node *next; };

static struct node *push(struct node *l, int v) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = l;
    return n;
}
static struct node *reverse(struct node *l) {
    struct node *r = 0;
    while (l) {
        struct node *n = l->next;
        l->next = r;
        r = l;
        l = n;
    }
    return r;
}
static void remove_all(struct node **p, int v) {
    while (*p)
        if ((*p)->v == v) {
            struct node *dead = *p;
            *p = dead->next;
            free(dead);
        } else
            p = &(*p)->next;
}
static struct node *sort(struct node *l) {
    if (!l || !l->next)
        return l;
    struct node *slow = l, *fast = l->next, *head = 0, **end = &head;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *b = sort(slow->next);
    slow->next = 0;
    for (struct node *a = sort(l); a || b; end = &(*end)->next) {
        struct node **from = !b || (a && a->v <= b->v) ? &a : &b;
        *end = *from;
        *from = (*from)->next;
    }
    return head;
}

int main(void) {
    static const int values[] = {5, 3, 9, 3, 1, 7, 3, 8};
    struct node *l = 0;
    for (int i = 0; i < 8; i++)
        l = push(l, values[i]);
    l = reverse(l);
    check(l->v == 5 && l->next->v == 3);
    remove_all(&l, 3);
    l = sort(l);
    int digits = 0;
    while (l) {
        struct node *n = l->next;
        digits = digits * 10 + l->v;
        free(l);
        l = n;
    }
    check(digits == 15789);
    return 0;
}
