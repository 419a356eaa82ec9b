// A compound literal at file scope has static storage.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct node { int v; struct node *next; };
static struct node *list = &(struct node){1, &(struct node){2, &(struct node){3, 0}}};
static int *numbers = (int[]){10, 20, 30};
static const char *const *words = (const char *const[]){"a", "bc", 0};
static struct node copy = (struct node){7, 0};       // GNU: constant enough

int main(void) {
    int n = 0;
    for (struct node *p = list; p; p = p->next)
        n = n * 10 + p->v;
    check(n == 123);
    numbers[1]++;
    check(numbers[1] == 21);
    check(words[1][1] == 'c' && words[2] == 0);
    check(copy.v == 7);
    list->next->v = 50;
    check(list->next->v == 50);
    return 0;
}
