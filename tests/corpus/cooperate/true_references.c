// HECTOR's T5: pointers that are copies of a block's address may be followed.
// expect: true
// property: valid-deref
// proved-by: values
// Why: p, q and q->f are the address of one block, which lives.
extern void *malloc(unsigned long size);
struct node
{
    struct node *f;
};
int main(void)
{
    struct node *p = malloc(sizeof(struct node));
    if (!p)
        return 0;
    struct node *q = p;
    q->f = p;
    q->f->f = q;
    struct node *r = p + 1;
    struct node *s = r;
    return s == p;
}
