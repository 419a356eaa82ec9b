// alloca is gcc's own function also without a header.
// expect: true
// data-model: both
extern void abort(void);
extern void *alloca(__typeof__(sizeof 0));
static void check(int ok) { if (!ok) abort(); }

struct node { struct node *next; int value; };

static int sum(int n) {
    struct node *list = 0;
    for (int i = 1; i <= n; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;                      // lives until the function returns
    }
    int total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}

int main(void) {
    check(sum(10) == 55 && sum(0) == 0);
    return 0;
}
