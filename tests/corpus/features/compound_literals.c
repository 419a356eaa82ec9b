// A compound literal is an object with an address that can be changed.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct p { int x, y; };
static int sum(struct p a) { return a.x + a.y; }
static int total(const int *v, int n) { int s = 0; while (n--) s += v[n]; return s; }

int main(void) {
    check(sum((struct p){3, 4}) == 7 && sum((struct p){.y = 5}) == 5);
    check(total((int[]){1, 2, 3}, 3) == 6);
    struct p *q = &(struct p){1, 2};
    q->x += 10;
    check(q->x == 11);
    int *v = (int[4]){[1] = 6};
    v[0]++;
    check(v[0] == 1 && v[1] == 6 && v[3] == 0);
    check((int){5} + 1 == 6);
    ++(int){5};
    check(sizeof((char[]){"four"}) == 5 && ((char[]){"abc"})[1] == 'b');
    int seen[3];
    for (int i = 0; i < 3; i++) {          // initialised anew each time
        int *c = &(int){i * 2};
        seen[i] = (*c)++;
    }
    check(seen[0] == 0 && seen[1] == 2 && seen[2] == 4);
    q = &(struct p){.x = q->y};            // reads the old object
    check(q->x == 2 && q->y == 0);
    return 0;
}
