// What annotations say is found out exactly, the past of quantified variables included.
// expect: true
#include <assert.h>
#include <stdlib.h>

struct node { struct node *next; int value; };

//@ predicate list(struct node *l) = \reach(l, \null, next);

/*@ requires list(l) && \valid(e) && e->next == \null && !\reach(l, e, next) && l != \null;
    ensures list(l);
    ensures \forall struct node *x; \reach(l, x, next) <==> \old(\reach(l, x, next)) || x == e;
    ensures \forall struct node *x; \allocated(x) <==> \old(\allocated(x));
    ensures \forall struct node *x; \allocated(x) && x->next != \old(x->next) ==> x->next == e;
*/
static void append(struct node *l, struct node *e) {
    while (l->next) l = l->next;
    l->next = e;
}

int squares[10];

int main(void) {
    struct node *head = malloc(sizeof *head);
    struct node *other = malloc(sizeof *other);
    struct node *last = malloc(sizeof *last);
    if (!head || !other || !last) return 0;
    head->next = other->next = last->next = 0;
    head->value = 1;
    other->value = 2;
    last->value = 3;
    append(head, other);
    append(head, last);
    //@ assert \forall struct node *n; \reach(head, n, next) && n != \null ==> n->value <= 3;
    //@ assert \exists struct node *n; \reach(other, n, next) && n != \null && n->value == 3;
    //@ assert !\exists struct node *n; \reach(last, n, next) && n != \null && n->value < 3;
    for (int i = 0; i < 10; i++) squares[i] = i * i;
    //@ assert \forall int i, j; 0 <= i && i <= j && j < 10 ==> squares[i] <= squares[j];
    //@ assert \forall unsigned char c; c < 10 ==> squares[c] == c * c;
    //@ assert \exists int i; 0 <= i && i < 10 && \forall int j; 0 <= j && j < 10 ==> squares[j] <= squares[i];
    //@ assert \forall int *p; squares <= p && p < squares + 1 && p == &squares[0] ==> *p == 0;
    //@ assert \closure(int i, int j; j == i + 3 && j < 100)(0, 9) && !\closure(int i, int j; j == i + 3 && j < 100)(0, 10);
    free(last);
    free(other);
    free(head);
    assert(squares[9] == 81);
    return 0;
}
