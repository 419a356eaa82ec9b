// HECTOR's T5: what arithmetic made of a block's address may not be followed.
// expect: false(valid-deref)
// property: valid-deref
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
    return s->f == p; //! violated
}
