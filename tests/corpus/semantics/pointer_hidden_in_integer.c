// Pointers hidden in integers by complement and exclusive or, as in a XOR-linked list.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef __UINTPTR_TYPE__ word;
struct node { int v; word link; };

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 42;
    word hidden = ~(word)p;
    p = 0;
    p = (int *)~hidden;
    check(*p == 42);
    free(p);
    struct node n[4];
    for (int i = 0; i < 4; i++) {
        word before = i ? (word)&n[i - 1] : 0, after = i < 3 ? (word)&n[i + 1] : 0;
        n[i].v = i + 1;
        n[i].link = before ^ after;
    }
    int forth = 0, back = 0;
    word last = 0, next;
    for (struct node *at = n; at; at = (struct node *)next) {
        forth = forth * 10 + at->v;
        next = last ^ at->link;
        last = (word)at;
    }
    last = 0;
    for (struct node *at = n + 3; at; at = (struct node *)next) {
        back = back * 10 + at->v;
        next = last ^ at->link;
        last = (word)at;
    }
    check(forth == 1234 && back == 4321);
    return 0;
}
