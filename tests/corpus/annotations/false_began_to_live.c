// What is asked about the past speaks of a block that was not there.
// expect: false(assert)
// property: assert
// options: --malloc succeeds
// test-case: no
extern void *malloc(unsigned long);
struct node { struct node *next; int data; };
struct node *global;
/*@ ensures \forall struct node *x; \allocated(x) <==> \old(\allocated(x)); //! violated
*/
static void make(void)
{
    global = malloc(sizeof *global);
}
int main(void)
{
    make();
    return 0;
}
