struct node { int value; struct node *next; union { char c[4]; int i; } u; };
enum kind { SMALL, LARGE = 7 };
typedef struct { short a; unsigned b : 5; } item;
struct node head = {3, 0, {"abc"}};
struct node twice(struct node n) { n.value *= 2; return n; }
enum kind kind_of(const struct node *n) { return n->value > 10 ? LARGE : SMALL; }
item swap(item x) { item y = {x.b, x.a}; return y; }
