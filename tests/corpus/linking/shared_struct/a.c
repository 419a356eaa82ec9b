// A struct with the same definition in two files is one type.
extern void abort(void);
struct node { int value; struct node *next; union { char c[4]; int i; } u; };
enum kind { SMALL, LARGE = 7 };
typedef struct { short a; unsigned b : 5; } item;
extern struct node head;
struct node twice(struct node n);
enum kind kind_of(const struct node *n);
item swap(item x);

int main(void) {
    struct node n = {21, &head, {.i = 0x41424344}};
    struct node m = twice(n);
    if (m.value != 42 || m.next->value != 3 || m.u.c[0] != 0x44) abort();
    if (kind_of(&m) != LARGE || kind_of(&head) != SMALL) abort();
    item x = swap((item){3, 9});
    if (x.a != 9 || x.b != 3) abort();
    return 0;
}
