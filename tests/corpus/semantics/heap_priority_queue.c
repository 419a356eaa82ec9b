// A binary heap of structs, sorted by priority and then by age.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct job { int priority; unsigned age; };
static struct job heap[32];
static int n;

static int before(struct job a, struct job b) {
    return a.priority != b.priority ? a.priority > b.priority : a.age < b.age;
}
static void swap(int i, int j) {
    struct job t = heap[i];
    heap[i] = heap[j];
    heap[j] = t;
}
static void add(int priority) {
    static unsigned clock;
    heap[n] = (struct job){.priority = priority, .age = clock++};
    for (int i = n++; i && before(heap[i], heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap(i, (i - 1) / 2);
}
static struct job next(void) {
    struct job top = heap[0];
    heap[0] = heap[--n];
    for (int i = 0, k; (k = 2 * i + 1) < n; i = k) {
        if (k + 1 < n && before(heap[k + 1], heap[k]))
            k++;
        if (!before(heap[k], heap[i]))
            break;
        swap(i, k);
    }
    return top;
}

int main(void) {
    for (int i = 0; i < 20; i++)
        add(i * 7 % 5);
    struct job last = next();
    check(last.priority == 4 && last.age == 2);
    while (n) {
        struct job j = next();
        check(before(last, j));
        last = j;
    }
    check(last.priority == 0 && last.age == 15);
    return 0;
}
