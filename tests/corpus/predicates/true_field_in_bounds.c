// A relation of two fields, kept by functions that get a pointer.
// expect: true
// property: unreach-call
// data-model: both
// Why: push needs size < limit and pop size > 0; limit is written once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct stack {
    int size, limit;
};

static void push(struct stack *s) {
    if (s->size < s->limit)
        s->size++;
}

static void pop(struct stack *s) {
    if (s->size > 0)
        s->size--;
}

int main(void) {
    struct stack stack = {0, __VERIFIER_nondet_int()};
    if (stack.limit < 0)
        return 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(&stack);
        else
            pop(&stack);
        if (stack.size < 0 || stack.size > stack.limit)
            reach_error();
    }
    return 0;
}
